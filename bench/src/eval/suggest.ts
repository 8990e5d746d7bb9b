import {
  calibrationError,
  type Outcome,
} from '@mainstay/server/dist/modules/ai/suggest/learning/calibration.js'
import { classify } from '@mainstay/server/dist/modules/ai/suggest/learning/classifier.js'
import { documentOf } from '@mainstay/server/dist/modules/ai/suggest/learning/document.js'
import { shuffled } from '@mainstay/server/dist/modules/ai/suggest/learning/regression.js'
import { Training } from '@mainstay/server/dist/modules/ai/suggest/learning/training.js'
import { readText, type Data } from './data.ts'
import type { Figure } from './figures.ts'

interface Ticket {
  text: string
  topic: string
}

/** Seeds of the held-out random fifths; the first has targets, the others are reported. */
const seeds = [1, 2, 3]

/** Accuracy and calibration of suggested categories. */
export async function measureSuggestions(data: Data): Promise<Figure[]> {
  const tickets = readTickets(data)
  if (!tickets) return []
  return seeds.flatMap((seed) => measure(tickets, seed))
}

/** The topic follows the last comma of a line. */
const readTickets = ({ folder }: Data): Ticket[] | undefined =>
  readText(folder, 'tickets_train.csv')
    ?.split(/\r?\n/)
    .slice(1)
    .filter(Boolean)
    .map((line) => ({
      text: line.slice(0, line.lastIndexOf(',')),
      topic: line.slice(line.lastIndexOf(',') + 1),
    }))

function measure(tickets: Ticket[], seed: number): Figure[] {
  const order = [...shuffled(tickets.length, seed)].map((place) => tickets[place]!)
  const held = Math.floor(order.length / 5)
  const started = performance.now()
  const training = new Training()
  for (const { text, topic } of order.slice(held))
    training.add({ text, category: topic, subcategory: null, assignment_group: null, priority: 'P3' })
  const { category } = training.finish().model
  const seconds = (performance.now() - started) / 1000
  const predictions = order
    .slice(0, held)
    .map(({ text, topic }) => ({ topic, ...classify(category!, documentOf(text))[0]! }))
  const outcomes = predictions.map(({ topic, value, confidence }) => ({
    confidence,
    is_right: value === topic,
  }))
  const named = (name: string) => (seed === seeds[0] ? name : `${name}, fifth ${seed}`)
  const first = seed === seeds[0]
  const right = outcomes.filter(({ is_right }) => is_right).length
  return [
    { measure: named('category accuracy'), value: right / held, ...(first && { at_least: 0.875 }) },
    { measure: named('macro-F1'), value: macroF1(predictions) },
    {
      measure: named('calibration error'),
      value: calibrationError(outcomes),
      ...(first && { at_most: 0.015 }),
    },
    { measure: named('coverage at 90 % precision'), value: coverage(outcomes, 0.9), unit: '%' },
    { measure: named('training'), value: seconds, unit: 's' },
  ]
}

/** Macro-F1: rare topics count as much as frequent ones. */
function macroF1(predictions: { topic: string; value: string }[]): number {
  const topics = [...new Set(predictions.map(({ topic }) => topic))]
  const f1 = topics.map((topic) => {
    const right = predictions.filter((each) => each.topic === topic && each.value === topic).length
    const said = predictions.filter(({ value }) => value === topic).length
    return (2 * right) / (said + predictions.filter((each) => each.topic === topic).length)
  })
  return f1.reduce((sum, value) => sum + value, 0) / topics.length
}

/** Coverage: the share of tickets, most confident first, that can be filled in at this precision. */
function coverage(outcomes: Outcome[], precision: number): number {
  let [right, covered] = [0, 0]
  for (const [i, { is_right }] of outcomes.toSorted((a, b) => b.confidence - a.confidence).entries()) {
    right += Number(is_right)
    if (right >= precision * (i + 1)) covered = i + 1
  }
  return covered / outcomes.length
}
