import { normalise } from '../math/vectors.ts'
import { readModel, readVocabulary } from './files.ts'
import { makeWordPiece } from './wordpiece.ts'

/** One vector per piece of a word; a text is the normalised mean of its pieces. Fast, and knows nothing about grammar. */
export interface StaticEmbedding {
  name: string
  /** A vector of length 1, or of length 0 when no word of the text is known. */
  embed: (text: string) => Float32Array
  countTokens: (text: string) => number
}

let loaded: StaticEmbedding | undefined

/** Read once for all users of the process, because it never changes. */
export const loadEmbedding = (): StaticEmbedding => (loaded ??= readEmbedding())

function readEmbedding(): StaticEmbedding {
  const file = readModel('static-256.i8')
  const [rows, dimensions] = [file.readUInt32LE(0), file.readUInt32LE(4)]
  const scales = new Float32Array(rows)
  for (let row = 0; row < rows; row++) scales[row] = file.readFloatLE(8 + 4 * row)
  const vectors = new Int8Array(file.buffer, file.byteOffset + 8 + 4 * rows, rows * dimensions)
  const { tokenise } = makeWordPiece(readVocabulary())

  const embed = (text: string): Float32Array => {
    const sum = new Float32Array(dimensions)
    for (const token of tokenise(text)) {
      const scale = scales[token]!
      const start = token * dimensions
      for (let i = 0; i < dimensions; i++) sum[i]! += scale * vectors[start + i]!
    }
    return normalise(sum)
  }
  return { name: 'static-256', embed, countTokens: (text) => tokenise(text).length }
}
