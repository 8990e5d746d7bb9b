import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { normalise } from '../math/vectors.ts'
import { readModel, readVocabulary } from './files.ts'
import { makeWordPiece } from './wordpiece.ts'

/** Encodes one text after another: a run of the model blocks its thread. */
const file = 'minilm-l6-it-int8.onnx'
const digest = '146c2ef561453641739a0ed21ba8b4bd6b6af9da95fcf9027d049b95527c140d'
const maxTokens = 256

const model = readModel(file)
if (createHash('sha256').update(model).digest('hex') !== digest)
  throw new Error(`The file ${file} is damaged: its digest is not the expected one`)
// Without an arena, memory goes back after each run instead of staying at the longest text's.
const session = await InferenceSession.create(model, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
})
const { sentence } = makeWordPiece(readVocabulary())

async function encode(text: string): Promise<Float32Array> {
  const tokens = sentence(text, maxTokens)
  const row = (values: BigInt64Array) => new Tensor('int64', values, [1, tokens.length])
  const { last_hidden_state } = await session.run({
    input_ids: row(BigInt64Array.from(tokens, BigInt)),
    attention_mask: row(new BigInt64Array(tokens.length).fill(1n)),
    token_type_ids: row(new BigInt64Array(tokens.length)),
  })
  return meanOf(last_hidden_state!.data, tokens.length)
}

/** The direction of the mean over all tokens. */
function meanOf(states: Float32Array, tokens: number): Float32Array {
  const sum = new Float32Array(states.length / tokens)
  for (let i = 0; i < states.length; i++) sum[i % sum.length]! += states[i]!
  return normalise(sum)
}

parentPort!.on('message', (text: string) => {
  void encode(text).then((vector) => parentPort!.postMessage(vector, [vector.buffer as ArrayBuffer]))
})
parentPort!.postMessage('ready')
