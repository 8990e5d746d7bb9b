import { areContrasted } from './contrasts.ts'
import { isLack, isNegated } from './differences.ts'
import type { QuestionWords } from './question-words.ts'
import { isEdit } from './same-words.ts'
import { areKin, type Concept } from './synonyms.ts'

/** A question with the vector of its meaning. */
export interface EncodedQuestion extends QuestionWords {
  vector: Float32Array
}

/** One hidden layer: its weights, its biases, the weights of the output and the bias of the output. */
export type Network = Float32Array

/** How far two questions ask the same, as a logit: a small network over features of the two (ADR 0017). */
export function rateResemblance(values: Network, features: readonly number[]): number {
  const inputs = features.length
  const hidden = (values.length - 1) / (inputs + 2)
  let sum = values.at(-1)!
  for (let unit = 0; unit < hidden; unit++) {
    let activation = values[hidden * inputs + unit]!
    for (let i = 0; i < inputs; i++) activation += values[unit * inputs + i]! * features[i]!
    if (activation > 0) sum += activation * values[hidden * (inputs + 1) + unit]!
  }
  return sum
}

/** What the network sees of two questions. All of it is symmetric, so the order of the two does not matter. */
export function featuresOf(a: EncodedQuestion, b: EncodedQuestion, cosine: number): number[] {
  const [shared, alsoShared] = [sharedWith(a, b), sharedWith(b, a)]
  const [onlyA, onlyB] = [a.concepts.filter(isNot(shared)), b.concepts.filter(isNot(alsoShared))]
  const contrasts = onlyA.filter(({ name }) => onlyB.some((other) => areContrasted(name, other.name))).length
  return [
    cosine,
    shared.length / Math.max(1, shared.length + onlyA.length + onlyB.length),
    shared.length,
    rewordedAmong(shared, alsoShared),
    ...smallerFirst(onlyA.length, onlyB.length),
    ...smallerFirst(heavyAmong(onlyA), heavyAmong(onlyB)),
    ...smallerFirst(a.concepts.length, b.concepts.length),
    Math.min(contrasts, 2),
    ...smallerFirst(strangersAmong(onlyA, onlyB), strangersAmong(onlyB, onlyA)),
    Number(isNegated(a, false) === isNegated(b, false)),
    Number(isLack(a) === isLack(b)),
    Number(isEdit(a, b)),
    Number(a.kind === b.kind),
    Number(a.kind === 'how') + Number(b.kind === 'how'),
    Number(a.kind === 'say') + Number(b.kind === 'say'),
    Number(a.concepts[0]?.name === b.concepts[0]?.name),
    Number(a.concepts.at(-1)?.name === b.concepts.at(-1)?.name),
    Number(namesOf(shared) === namesOf(alsoShared)),
    Number(onlyA.length + onlyB.length === 0),
    Number((onlyA.length === 0) !== (onlyB.length === 0)),
  ]
}

const sharedWith = (a: QuestionWords, b: QuestionWords) =>
  a.concepts.filter(({ name }) => b.concepts.some((other) => other.name === name))

const isNot = (concepts: Concept[]) => (concept: Concept) => !concepts.includes(concept)

const namesOf = (concepts: Concept[]) => concepts.map(({ name }) => name).join(' ')

const heavyAmong = (concepts: Concept[]) => concepts.filter(({ is_light }) => !is_light).length

/** Concepts that say something and have no kin in the other question. */
const strangersAmong = (some: Concept[], others: Concept[]) =>
  some.filter(({ name, is_light }) => !is_light && !others.some((other) => areKin(name, other.name))).length

const smallerFirst = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a])

/** How many concepts the two say in other words. */
const rewordedAmong = (a: Concept[], b: Concept[]) =>
  new Set(a.map(({ name }) => name)).size -
  new Set(a.filter(({ words }) => b.some((other) => other.words === words)).map(({ name }) => name)).size
