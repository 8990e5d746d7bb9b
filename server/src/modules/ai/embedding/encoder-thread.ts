import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { normalise } from '../math/vectors.ts'
import { readModel, readVocabulary } from './files.ts'
import { makeWordPiece } from './wordpiece.ts'

/** Runs the models, one input after another: a run blocks its thread. */
const digests = {
  'minilm-l6-it-int8.onnx': '146c2ef561453641739a0ed21ba8b4bd6b6af9da95fcf9027d049b95527c140d',
  'question-pairs-int8.onnx': '7848bd688d853a2b115291b1d517ffd608b9b2a1875bb9288dde9c301d4b0388',
} as const
const maxTokens = 256

/** A request to the thread: the vector of a text, or the logit that two questions ask the same. */
export type Input = string | readonly [string, string]

function openSession(file: keyof typeof digests): Promise<InferenceSession> {
  const model = readModel(file)
  if (createHash('sha256').update(model).digest('hex') !== digests[file])
    throw new Error(`The file ${file} is damaged: its digest is not the expected one`)
  // Without an arena, memory goes back after each run instead of staying at the longest text's.
  return InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  })
}

const encoder = await openSession('minilm-l6-it-int8.onnx')
let comparer: Promise<InferenceSession> | undefined
const { sentence, pair } = makeWordPiece(readVocabulary())

function run(session: InferenceSession, tokens: readonly number[], firstOfSecond = tokens.length) {
  const row = (values: BigInt64Array) => new Tensor('int64', values, [1, tokens.length])
  return session.run({
    input_ids: row(BigInt64Array.from(tokens, BigInt)),
    attention_mask: row(new BigInt64Array(tokens.length).fill(1n)),
    token_type_ids: row(new BigInt64Array(tokens.length).fill(1n, firstOfSecond)),
  })
}

async function encode(text: string): Promise<Float32Array> {
  const tokens = sentence(text, maxTokens)
  const { last_hidden_state } = await run(encoder, tokens)
  return meanOf(last_hidden_state!.data, tokens.length)
}

/** The direction of the mean over all tokens. */
function meanOf(states: Float32Array, tokens: number): Float32Array {
  const sum = new Float32Array(states.length / tokens)
  for (let i = 0; i < states.length; i++) sum[i % sum.length]! += states[i]!
  return normalise(sum)
}

/** The second model is only read when a question is similar to a cached one. Long questions count as different. */
async function compare(a: string, b: string): Promise<Float32Array> {
  const input = pair(a, b)
  if (!input) return Float32Array.of(-Infinity)
  comparer ??= openSession('question-pairs-int8.onnx')
  const { logit } = await run(await comparer, input.tokens, input.firstOfSecond)
  return Float32Array.from(logit!.data)
}

parentPort!.on('message', (input: Input) => {
  const output = typeof input === 'string' ? encode(input) : compare(...input)
  void output.then((values) => parentPort!.postMessage(values, [values.buffer as ArrayBuffer]))
})
parentPort!.postMessage('ready')
