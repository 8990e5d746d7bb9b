/** A part of an article that can answer a question by itself; the text is verbatim from the article. */
export interface Chunk {
  heading: string
  text: string
}

const chunkWords = 180

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

/** A heading starts a chunk; a long section is cut between paragraphs, or between sentences of a long one. */
export function chunksOf(markdown: string): Chunk[] {
  return sectionsOf(markdown).flatMap(({ heading, text }) =>
    packed(piecesOf(text))
      .map((part) => ({ heading, text: part.trim() }))
      .filter((chunk) => chunk.text || chunk.heading),
  )
}

function sectionsOf(markdown: string): Chunk[] {
  const sections: Chunk[] = [{ heading: '', text: '' }]
  let fence = ''
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark) fence = fence ? (mark.startsWith(fence) ? '' : fence) : mark
    const heading = fence ? undefined : /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1]
    if (heading === undefined) sections.at(-1)!.text += `${line}\n`
    else sections.push({ heading, text: '' })
  }
  return sections
}

/** Pieces that are not cut further where that can be: code, paragraphs, steps; sentences of a long paragraph. */
function piecesOf(text: string): string[] {
  const pieces = text.split(/(?<=\n)(?=\s*(?:```|~~~|[-*+]\s|\d+[.)]\s|\n))/)
  const whole: string[] = []
  let inCode = false
  for (const piece of pieces) {
    if (inCode) whole[whole.length - 1] += piece
    else if (countWords(piece) <= chunkWords) whole.push(piece)
    else whole.push(...piece.split(/(?<=[.!?]\s)/))
    const fences = piece.match(/^\s*(?:```|~~~)/gm)?.length ?? 0
    if (fences % 2 === 1) inCode = !inCode
  }
  return whole
}

/** As many pieces together as fit. */
function packed(pieces: string[]): string[] {
  const chunks = ['']
  let words = 0
  for (const piece of pieces) {
    const more = countWords(piece)
    if (words > 0 && words + more > chunkWords) {
      chunks.push('')
      words = 0
    }
    chunks[chunks.length - 1] += piece
    words += more
  }
  return chunks
}
