import type { InferenceSession } from 'onnxruntime-node'
import { Tensor } from 'onnxruntime-node'
import type { Rewriting } from './model.ts'
import type { WordPiece } from './wordpiece.ts'

interface Models {
  /** The states of the sentence encoder, one row of 384 numbers for each token. */
  statesOf: (tokens: readonly number[]) => Promise<Float32Array>
  rewriter: InferenceSession
  /** The words that it knows without copying them; the first two begin and end a sentence. */
  known: readonly string[]
  wordPiece: WordPiece
}

const maxWords = 60
const maxTokens = 255
const maxSteps = 40
const [begin, end] = [0, 1]

/** The most probable sentence, word by word: each is a known word, or one of the question. */
export async function rewrite(question: string, models: Models): Promise<Rewriting> {
  const words = question.split(/\s+/).filter(Boolean).slice(0, maxWords)
  const { tokens, owners } = models.wordPiece.words(words, maxTokens)
  const states = new Tensor('float32', await models.statesOf(tokens), [1, tokens.length, dimensions])
  const pieces = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length])
  const mask = new Tensor('float32', new Float32Array(tokens.length).fill(1), [1, tokens.length])
  const share = new Tensor('float32', sharesOf(owners, words.length), [1, words.length, tokens.length])
  const copies = words.map((word) => bare(word))
  const choices = [...models.known, ...copies.map((copy) => copy.toLowerCase())]

  const prefix = [begin]
  const written: string[] = []
  let probability = 1
  while (written.length < maxSteps) {
    const { logits } = await models.rewriter.run({
      states,
      tokens: pieces,
      mask,
      share,
      prefix: new Tensor('int64', BigInt64Array.from(prefix, BigInt), [1, prefix.length]),
    })
    const next = mostProbable(logits!.data.subarray(-choices.length), choices)
    probability *= next.probability
    if (next.choice === end) break
    prefix.push(next.choice)
    // As it was typed: names in capitals, for example.
    const copied = copies.find((copy) => copy.toLowerCase() === choices[next.choice])
    written.push(copied ?? choices[next.choice]!)
  }
  return { text: withoutInnerSpace(written.join(' ')), probability }
}

const dimensions = 384

/** Each word is the mean of its tokens. */
function sharesOf(owners: readonly number[], words: number): Float32Array {
  const shares = new Float32Array(words * owners.length)
  for (const [place, owner] of owners.entries())
    if (owner >= 0) shares[owner * owners.length + place] = 1 / owners.filter((each) => each === owner).length
  return shares
}

/** A word may be known and occur in the question, even twice: its probabilities add up. */
function mostProbable(logits: Float32Array, choices: readonly string[]) {
  const most = logits.reduce((a, b) => Math.max(a, b))
  const weights = logits.map((logit) => Math.exp(logit - most))
  const total = weights.reduce((a, b) => a + b)
  const byWord = new Map<string, { choice: number; probability: number }>()
  for (const [choice, word] of choices.entries()) {
    if (word === '') continue
    const found = byWord.get(word) ?? { choice, probability: 0 }
    found.probability += weights[choice]! / total
    byWord.set(word, found)
  }
  return [...byWord.values()].reduce((a, b) => (b.probability > a.probability ? b : a))
}

/** Without the punctuation around a word, and without a possessive ending. */
const bare = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_%]+$/gu, '').replace(/['’]s$/, '')

/** Quotation marks are words of their own: `about " disk full "`. */
const withoutInnerSpace = (text: string): string => text.replaceAll(/" (.*?) "/g, '"$1"')
