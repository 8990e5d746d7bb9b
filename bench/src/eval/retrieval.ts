import { answerable, answerableBound } from '@mainstay/server/dist/modules/ai/retrieval/answerable.js'
import { rankRecords } from '@mainstay/server/dist/modules/ai/retrieval/service.js'
import type { Data } from './data.ts'
import type { Figure } from './figures.ts'
import { openKnowledge, type Knowledge } from './knowledge.ts'
import type { Question } from './knowledge-set.ts'

/** The result of one question, retrieved as /ai/ask does. */
interface EvaluatedQuestion {
  kind: string
  has_answer: boolean
  /** Rank of the first right article; Infinity when none was found. */
  rank: number
  /** The predicted probability that the articles answer it. */
  probability: number
  milliseconds: number
}

/** Retrieval quality, and detection of unanswerable questions. */
export async function measureRetrieval(data: Data): Promise<Figure[]> {
  const knowledge = await openKnowledge(data)
  try {
    const asked: EvaluatedQuestion[] = []
    for (const question of knowledge.questions) asked.push(await askOne(knowledge, question))
    const found = asked.filter(({ has_answer }) => has_answer)
    const faq = found.filter(({ kind }) => kind.startsWith('faq'))
    const incidents = found.filter(({ kind }) => kind === 'incident')
    // Targets exist only for the public sets.
    const isPublic = faq.length > 0
    const target = (at_least: number) => isPublic && { at_least }
    return [
      { measure: 'articles', value: knowledge.bodies.size, unit: 'count' },
      { measure: 'questions', value: asked.length, unit: 'count' },
      { measure: 'R@1, all kinds', value: recall(found, 1) },
      { measure: 'R@5, all kinds', value: recall(found, 5) },
      { measure: 'MRR@10, all kinds', value: reciprocalRank(found), ...target(0.895) },
      ...(isPublic
        ? [
            { measure: 'R@1, FAQ questions', value: recall(faq, 1), at_least: 0.7 },
            { measure: 'R@5, FAQ questions', value: recall(faq, 5), at_least: 0.9 },
            { measure: 'MRR@10, FAQ questions', value: reciprocalRank(faq) },
          ]
        : [{ measure: 'R@1, incidents that an article resolves', value: recall(incidents, 1) }]),
      { measure: 'answerable or not, AUC', value: areaUnderCurve(asked), ...target(0.993) },
      ...atBound(asked),
      ...latencies(asked),
    ]
  } finally {
    await knowledge.close()
  }
}

async function askOne(
  { ctx, ai }: Knowledge,
  { question, gold, kind }: Question,
): Promise<EvaluatedQuestion> {
  const started = performance.now()
  const ranked = await rankRecords(ctx(), ai.index, {
    kind: 'article',
    query: question,
    limit: 10,
  })
  const milliseconds = performance.now() - started
  const rank = ranked.findIndex(({ record_id }) => gold.includes(record_id)) + 1 || Infinity
  const probability = answerable(ranked)
  return { kind, has_answer: gold.length > 0, rank, probability, milliseconds }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

const recall = (asked: EvaluatedQuestion[], depth: number) =>
  mean(asked.map(({ rank }) => (rank <= depth ? 1 : 0)))
const reciprocalRank = (asked: EvaluatedQuestion[]) =>
  mean(asked.map(({ rank }) => (rank <= 10 ? 1 / rank : 0)))

/** AUC: how often an answerable question gets a higher probability than an unanswerable one. */
function areaUnderCurve(asked: EvaluatedQuestion[]): number {
  const [yes, no] = [true, false].map((has) => asked.filter(({ has_answer }) => has_answer === has))
  return mean(
    yes!.flatMap((one) => no!.map((other) => (Math.sign(one.probability - other.probability) + 1) / 2)),
  )
}

function atBound(asked: EvaluatedQuestion[]): Figure[] {
  const isRight = ({ probability, has_answer }: EvaluatedQuestion) =>
    probability >= answerableBound === has_answer
  const accuracy = (those: EvaluatedQuestion[]) => mean(those.map((each) => (isRight(each) ? 1 : 0)))
  return [
    { measure: 'accuracy at the bound', value: accuracy(asked), unit: '%' },
    {
      measure: 'of those with an answer, taken to have one',
      value: accuracy(asked.filter(({ has_answer }) => has_answer)),
      unit: '%',
    },
    {
      measure: 'of those without, taken to have none',
      value: accuracy(asked.filter(({ has_answer }) => !has_answer)),
      unit: '%',
    },
  ]
}

function latencies(asked: EvaluatedQuestion[]): Figure[] {
  const sorted = asked.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return [
    { measure: 'latency of a search, median', value: at(0.5), unit: 'ms' },
    { measure: 'latency of a search, p99', value: at(0.99), unit: 'ms' },
  ]
}
