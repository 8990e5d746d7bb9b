import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { normalise } from '../math/vectors.ts'
import { readLines, readModel, readVocabulary } from './files.ts'
import type { Rewriting } from './model.ts'
import { rewrite } from './rewriter.ts'
import { makeWordPiece } from './wordpiece.ts'

/** Runs the models, one input after another: a run blocks its thread. */
const digests = {
  'minilm-l6-it-int8.onnx': '146c2ef561453641739a0ed21ba8b4bd6b6af9da95fcf9027d049b95527c140d',
  'question-pairs-int8.onnx': '7848bd688d853a2b115291b1d517ffd608b9b2a1875bb9288dde9c301d4b0388',
  'query-rewriter-int8.onnx.gz': '3fd169b567183e361e4edfaea3bc1f04d890697b9a61916ade1f6163a469cee4',
} as const
const maxTokens = 256

/** A request to the thread: the vector of a text, the logit that two questions ask the same, or a question in plain words. */
export type Input = string | readonly [string, string] | { rewrite: string }
export type Output = Float32Array | Rewriting

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
let rewriter: ReturnType<typeof openRewriter> | undefined
const wordPiece = makeWordPiece(readVocabulary())

function run(session: InferenceSession, tokens: readonly number[], firstOfSecond = tokens.length) {
  const row = (values: BigInt64Array) => new Tensor('int64', values, [1, tokens.length])
  return session.run({
    input_ids: row(BigInt64Array.from(tokens, BigInt)),
    attention_mask: row(new BigInt64Array(tokens.length).fill(1n)),
    token_type_ids: row(new BigInt64Array(tokens.length).fill(1n, firstOfSecond)),
  })
}

async function encode(text: string): Promise<Float32Array> {
  const tokens = wordPiece.sentence(text, maxTokens)
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
  const input = wordPiece.pair(a, b)
  if (!input) return Float32Array.of(-Infinity)
  comparer ??= openSession('question-pairs-int8.onnx')
  const { logit } = await run(await comparer, input.tokens, input.firstOfSecond)
  return Float32Array.from(logit!.data)
}

const openRewriter = async () => ({
  statesOf: async (tokens: readonly number[]) => (await run(encoder, tokens)).last_hidden_state!.data,
  rewriter: await openSession('query-rewriter-int8.onnx.gz'),
  known: readLines('query-rewriter-words.txt'),
  wordPiece,
})

/** The third model is only read when the grammar is in doubt. */
async function rewriteQuestion(question: string): Promise<Rewriting> {
  rewriter ??= openRewriter()
  return rewrite(question, await rewriter)
}

async function answer(input: Input): Promise<void> {
  if (typeof input === 'object' && 'rewrite' in input)
    return parentPort!.postMessage(await rewriteQuestion(input.rewrite))
  const values = await (typeof input === 'string' ? encode(input) : compare(...input))
  parentPort!.postMessage(values, [values.buffer as ArrayBuffer])
}

parentPort!.on('message', (input: Input) => void answer(input))
parentPort!.postMessage('ready')
