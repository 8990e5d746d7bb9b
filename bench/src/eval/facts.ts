import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ask } from '@mainstay/server/dist/modules/ai/ask/service.js'
import type { Data } from './data.ts'
import type { Figure } from './figures.ts'
import { openKnowledge } from './knowledge.ts'

/** A question about one fact of the demo articles, in the words that an answer must contain; without a fact no article answers. */
interface FactQuestion {
  question: string
  fact: string
}

/** Split by a hash: how sections are chosen was decided on the first half only. */
const halves = ['dev', 'unseen'] as const
const halfOf = ({ question }: FactQuestion) =>
  halves[createHash('sha256').update(question).digest()[0]! % halves.length]!

const questions: FactQuestion[] = readFileSync(
  new URL('../../questions/article-facts.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [question = '', fact = ''] = line.split('\t')
    return { question, fact }
  })

/** Whether answers contain what was asked for, always with the demo articles. */
export async function measureFacts(data: Data): Promise<Figure[]> {
  const { ctx, ai, bodies, close } = await openKnowledge({ ...data, folder: undefined })
  try {
    const texts = [...bodies.values()].map(plain)
    const unknown = questions.find(({ fact }) => !texts.some((text) => text.includes(plain(fact))))
    if (unknown) throw new Error(`No article says "${unknown.fact}"`)
    const answers: { half: string; isAnswerable: boolean; isRight: boolean }[] = []
    for (const each of questions) {
      const { answer, covered } = await ask(ctx(), ai, { question: each.question }, { bypass: true })
      const isRight = each.fact ? plain(answer).includes(plain(each.fact)) : !covered
      answers.push({ half: halfOf(each), isAnswerable: each.fact !== '', isRight })
    }
    return halves.flatMap((half) => {
      const shareOf = (isAnswerable: boolean) => {
        const asked = answers.filter((each) => each.half === half && each.isAnswerable === isAnswerable)
        return asked.filter(({ isRight }) => isRight).length / asked.length
      }
      return [
        { measure: `answers that contain the fact, ${half}`, value: shareOf(true), unit: '%' as const },
        {
          measure: `unanswerable questions that are told so, ${half}`,
          value: shareOf(false),
          unit: '%' as const,
        },
      ]
    })
  } finally {
    await close()
  }
}

/** Ignores emphasis, line breaks and case. */
const plain = (text: string) => text.replace(/[`*_]/g, '').replace(/\s+/g, ' ').toLowerCase()
