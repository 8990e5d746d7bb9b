import { ask } from '@mainstay/server/dist/modules/ai/ask/service.js'
import { sentencesOf } from '@mainstay/server/dist/modules/ai/text/blocks.js'
import type { Data } from './data.ts'
import type { Figure } from './figures.ts'
import { openKnowledge, type Knowledge } from './knowledge.ts'
import type { Question } from './knowledge-set.ts'

/** Quality of answers: supported by the cited articles, right articles cited, and time. */
export async function measureAnswers(data: Data): Promise<Figure[]> {
  const knowledge = await openKnowledge(data)
  try {
    const results = []
    for (const question of knowledge.questions) results.push(await answerOf(knowledge, question))
    const answered = results.filter(({ covered }) => covered)
    const latencies = results.map(({ latency_ms }) => latency_ms).toSorted((a, b) => a - b)
    const share = <T>(all: T[], holds: (one: T) => boolean) => all.filter(holds).length / all.length
    const sentences = answered.flatMap((each) => each.sentences)
    return [
      { measure: 'questions answered', value: answered.length, unit: 'count' },
      {
        measure: 'sentences found verbatim in a cited article',
        value: share(sentences, ({ supported }) => supported),
        at_least: 1,
        unit: '%',
      },
      {
        measure: 'answers that quote a right article',
        value: share(
          answered.filter(({ gold }) => gold.length > 0),
          ({ quoted, gold }) => quoted.some((id) => gold.includes(id)),
        ),
        unit: '%',
      },
      {
        measure: 'quoted articles that are right (citation precision)',
        value: share(
          answered.flatMap(({ quoted, gold }) => quoted.map((id) => gold.includes(id))),
          Boolean,
        ),
        unit: '%',
      },
      {
        measure: 'unanswerable questions that are told so',
        value: share(
          results.filter(({ gold }) => gold.length === 0),
          ({ covered }) => !covered,
        ),
        unit: '%',
      },
      {
        measure: 'answerable questions that are answered',
        value: share(
          results.filter(({ gold }) => gold.length > 0),
          ({ covered }) => covered,
        ),
        unit: '%',
      },
      {
        measure: 'latency of an answer, median',
        value: latencies[Math.floor(latencies.length / 2)]!,
        unit: 'ms',
      },
      {
        measure: 'latency of an answer, p95',
        value: latencies[Math.floor(latencies.length * 0.95)]!,
        unit: 'ms',
      },
      { measure: 'memory of the process', value: process.memoryUsage().rss / 2 ** 20, unit: 'MB' },
    ]
  } finally {
    await knowledge.close()
  }
}

async function answerOf({ ctx, ai, bodies }: Knowledge, { question, gold }: Question) {
  const { answer, citations, covered, latency_ms } = await ask(ctx(), ai, { question }, { bypass: true })
  const cited = citations.map(({ article_id }) => flat(bodies.get(article_id)!))
  const sentences = partsOf(answer).map((text) => ({
    text,
    supported: cited.some((body) => body.includes(text)),
  }))
  const quoted = citations.filter((citation) => citation.quoted).map(({ article_id }) => article_id)
  return { gold, covered, latency_ms, sentences, quoted }
}

/** Ignores line breaks, bold type and link syntax. */
const flat = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^[\]\n]+)\]\[[^[\]\n]*\]/g, '$1')
    .replace(/\*\*|\s+/g, (each) => (each === '**' ? '' : ' '))
    .trim()

const partsOf = (answer: string): string[] =>
  answer
    .replace(/\s*\[KB\w{7}\](?=\n\n|$)/g, '')
    .split(/\n+/)
    .flatMap(sentencesOf)
    .map(flat)
    .filter(Boolean)
