import { quantiseInto } from '../../math/vectors.ts'
import { probabilitiesOf, type Calibration } from './calibration.ts'
import type { Document, LabelledRows } from './document.ts'
import { isEmpty, viewOf, views, visitGrams } from './grams.ts'
import { fit, type Weights } from './regression.ts'
import { encode, encodeAll, learnVocabulary, type Shares, type Vocabulary } from './vocabulary.ts'

export interface Classifier extends Vocabulary, Calibration {
  /** An empty last name represents all classes that are too rare. */
  classes: string[]
  /** Quantised to bytes; each column has its scale in `steps`. */
  weights: Int8Array
  steps: Float32Array
  bias: Float32Array
  shares: Shares
  /** See `Assessment.skill`; 0 until assessed. */
  skill: number
}

/** Maximum size of a model: weights in memory while training, and columns. */
const maxWeights = 6_000_000
const maxColumns = 200_000

/** With fewer rows, stop words would be learned by chance. */
const enoughRows = 2000

/** Below this number of rows, the embedding and word pieces help; above, words alone are better. */
export const maxRowsWithEmbedding = 400
/** Chosen by measurement; see docs/ai.md. */
const sharesOfFew: Shares = { phrases: 0.7, stems: 0.7, opening: 0.2, pieces: 0.9, meaning: 1 }
const sharesOfMany: Shares = { phrases: 1, stems: 0.3, opening: 0.4, pieces: 0.5, meaning: 0 }
/** Default for few rows, which overfit; with enough rows it is fitted. */
const usualTemperature = 1.15

export function learn(labelled: LabelledRows): Classifier {
  const { corpus, rows, labels, classes } = labelled
  const largest = Math.min(maxColumns, Math.floor(maxWeights / classes.length))
  const isKnown = isCostly(rows.length, classes.length)
    ? isNoPiece
    : rows.length < enoughRows
      ? isFull
      : isAny
  const vocabulary = learnVocabulary(labelled, largest, isKnown)
  const { meaning } = corpus.at(rows[0]!)
  const shares = meaning && rows.length < maxRowsWithEmbedding ? sharesOfFew : sharesOfMany
  const matrix = encodeAll(corpus, rows, vocabulary, shares, meaning?.length ?? 0)
  const weights = fit(matrix, labels, classes.length, roundsFor(rows.length))
  return { ...vocabulary, ...inBytes(weights), classes, temperature: usualTemperature, shares, skill: 0 }
}

const isAny = () => true
const isFull = (hash: number) => !isEmpty(hash)
const isNoPiece = (hash: number) => viewOf(hash) !== views.pieces

/** Training that would take minutes leaves out the least useful features. */
export const isCostly = (rows: number, classes: number) => rows * classes > 500_000

/** Fewer rows get more rounds, within limits. Measured, more rounds only take longer; see docs/ai.md. */
const roundsFor = (rows: number) => Math.min(25, Math.max(5, Math.round(25_000 / rows)))

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

/** One score per class, before softmax. */
export function scoresOf(classifier: Classifier, document: Document): Float64Array {
  const { classes, weights, steps, bias, shares } = classifier
  const scores = Float64Array.from(bias)
  encode(document, classifier, shares, (column, value) => {
    const factor = value * steps[column]!
    for (let c = 0; c < classes.length; c++) scores[c]! += factor * weights[column * classes.length + c]!
  })
  return scores
}

export interface Prediction {
  value: string
  confidence: number
}

export function classify(classifier: Classifier, document: Document): Prediction[] {
  const probabilities = probabilitiesOf(scoresOf(classifier, document), classifier)
  return classifier.classes
    .map((value, c) => ({ value, confidence: probabilities[c]! }))
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** The words of the text with the largest weight for a class. */
export function decisiveWords(
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
    spoken.delete(gram) // repeated grams are counted once
    add(words[first]!, weight)
    add(words[second]!, weight)
  })
  const loudest = [...weightOf].filter(([, weight]) => weight > 0).toSorted(([, a], [, b]) => b - a)
  return loudest.slice(0, maxDecisive).map(([word]) => word)
}

const maxDecisive = 4
