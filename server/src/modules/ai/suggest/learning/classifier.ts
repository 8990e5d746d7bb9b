import { softmax } from '../../math/probability.ts'
import { quantiseInto } from '../../math/vectors.ts'
import type { Corpus, Document } from './document.ts'
import { isEmpty, viewOf, views, visitGrams } from './grams.ts'
import { fit, type Weights } from './regression.ts'
import { encode, encodeAll, learnVocabulary, type Shares, type Vocabulary } from './vocabulary.ts'

/** Tells which of its classes a text belongs to, and how sure that is. */
export interface Classifier extends Vocabulary {
  /** The last one stands for all that are too rare to be learned when its name is empty. */
  classes: string[]
  /** At a byte each; a column's step says how much one of them is. */
  weights: Int8Array
  steps: Float32Array
  bias: Float32Array
  temperature: number
  shares: Shares
  /** How much better it is than one who only knows how frequent each class is: 0 to 1. Nothing until somebody has looked. */
  skill: number
}

/** How much of a model may be there at most: weights in memory while it learns, and columns. */
const mostWeights = 6_000_000
const mostColumns = 200_000

/** Fewer cannot tell what empty words are taken for by chance. */
const enoughRows = 2000

/** Below, the meaning of a text helps, and so does what words have in common; above, the words say more by themselves. */
export const meaningHelps = 400
/** Of phrases, stems, opening, pieces and meaning, as measured best; see docs/ai.md. */
const sharesOfFew: Shares = [0.7, 0.7, 0.2, 0.9, 1]
const sharesOfMany: Shares = [1, 0.3, 0.4, 0.5, 0]
/** Measured on few rows, which are learned by heart too well; who has enough of them finds a better one. */
const usualTemperature = 1.15

/** Rows of the corpus, each with the number of its class. */
export interface LabelledRows {
  corpus: Corpus
  rows: Int32Array
  labels: Int32Array
  classes: string[]
}

export function learn({ corpus, rows, labels, classes }: LabelledRows): Classifier {
  const largest = Math.min(mostColumns, Math.floor(mostWeights / classes.length))
  const isKnown = isCostly(rows.length, classes.length)
    ? isNoPiece
    : rows.length < enoughRows
      ? isFull
      : isAny
  const vocabulary = learnVocabulary(corpus, rows, largest, isKnown)
  const { meaning } = corpus.at(rows[0]!)
  const shares = meaning && rows.length < meaningHelps ? sharesOfFew : sharesOfMany
  const matrix = encodeAll(corpus, rows, vocabulary, shares, meaning?.length ?? 0)
  const weights = fit(matrix, labels, classes.length, roundsFor(rows.length))
  return { ...vocabulary, ...inBytes(weights), classes, temperature: usualTemperature, shares, skill: 0 }
}

const isAny = () => true
const isFull = (hash: number) => !isEmpty(hash)
const isNoPiece = (hash: number) => viewOf(hash) !== views.pieces

/** Where there is so much to do that it would take minutes, what helps least is left out. */
export const isCostly = (rows: number, classes: number) => rows * classes > 500_000

/** As many steps for few rows as for many, up to a point. */
const roundsFor = (rows: number) => Math.min(60, Math.max(5, Math.round(60_000 / rows)))

function inBytes({ weights, bias }: Weights): Pick<Classifier, 'weights' | 'steps' | 'bias'> {
  const classes = bias.length
  const steps = new Float32Array(weights.length / classes)
  const bytes = new Int8Array(weights.length)
  for (let column = 0; column < steps.length; column++) {
    const row = weights.subarray(column * classes, (column + 1) * classes)
    steps[column] = quantiseInto(bytes.subarray(column * classes, (column + 1) * classes), row)
  }
  return { weights: bytes, steps, bias }
}

/** One score per class, before they become shares of 1. */
export function scoresOf(classifier: Classifier, document: Document): Float64Array {
  const { classes, weights, steps, bias, shares } = classifier
  const scores = Float64Array.from(bias)
  encode(document, classifier, shares, (column, value) => {
    const factor = value * steps[column]!
    for (let c = 0; c < classes.length; c++) scores[c]! += factor * weights[column * classes.length + c]!
  })
  return scores
}

export interface Guess {
  value: string
  confidence: number
}

/** The classes that have a name, the likeliest first. */
export function classify(classifier: Classifier, document: Document): Guess[] {
  const shares = scoresOf(classifier, document)
  softmax(shares, classifier.temperature)
  return classifier.classes
    .map((value, c) => ({ value, confidence: shares[c]! }))
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** The words of the text that speak most for a class, the loudest first. */
export function tellingWords(
  classifier: Classifier,
  document: Document,
  words: readonly string[],
  value: string,
): string[] {
  const { classes, weights, steps, shares } = classifier
  const c = classes.indexOf(value)
  const spoken = new Map<number, number>()
  encode(document, classifier, shares, (column, share, gram) => {
    spoken.set(gram, share * steps[column]! * weights[column * classes.length + c]!)
  })
  const weightOf = new Map<string, number>()
  const add = (word: string, weight: number) => weightOf.set(word, (weightOf.get(word) ?? 0) + weight)
  visitGrams(words, (gram, first, second) => {
    const weight = (spoken.get(gram) ?? 0) / 2
    spoken.delete(gram) // the same gram further down has been counted with it
    add(words[first]!, weight)
    add(words[second]!, weight)
  })
  const loudest = [...weightOf].filter(([, weight]) => weight > 0).toSorted(([, a], [, b]) => b - a)
  return loudest.slice(0, mostTelling).map(([word]) => word)
}

const mostTelling = 4
