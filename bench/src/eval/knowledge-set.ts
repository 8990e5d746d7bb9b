import { readContent } from '@mainstay/server/dist/modules/demo/content.js'
import type { Company, Family } from '@mainstay/server/dist/modules/demo/model.js'
import { readJsonLines, type Data } from './data.ts'

export interface Question {
  question: string
  /** Ids of the articles that answer it; none: nothing does. */
  gold: string[]
  kind: string
}

interface Text {
  id: string
  title: string
  body: string
}

/**
 * The public set, or questions from the demo data: titles of the articles, short descriptions of incidents that they resolve, and
 * topics that they do not cover.
 */
export function readSet(data: Data): { texts: Text[]; questions: Question[] } {
  const given = readJsonLines<Omit<Text, 'id'> & { article_id: string }>(data.folder, 'kb_articles.jsonl')
  const asked = readJsonLines<Question>(data.folder, 'ask.jsonl')
  if (given && asked)
    return { texts: given.map(({ article_id, ...text }) => ({ ...text, id: article_id })), questions: asked }
  const content = readContent()
  const demo = content.articles
    .filter(({ state }) => state === 'published')
    .map(({ title, body }) => ({ id: title, title, body }))
  const titles = new Set(demo.map(({ id }) => id))
  return {
    texts: demo,
    questions: [
      ...demo.map(({ id, title }) => ({ question: title, gold: [id], kind: 'title' })),
      ...content.families
        .flatMap((family) => incidentsOf(family, content.company))
        .filter(({ gold }) => titles.has(gold[0]!)),
      ...offTopic.map((question) => ({ question, gold: [], kind: 'unanswerable' })),
    ],
  }
}

/** Short descriptions of the demo incidents, with the first value of each placeholder. */
function incidentsOf({ slots: own, cases }: Family, { sites, departments, floors }: Company): Question[] {
  const slots: Record<string, string[]> = {
    site: sites.map(({ name }) => name),
    dept: departments,
    floor: floors,
    ...own,
  }
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (place, slot: string) => slots[slot]?.[0] ?? place)
  return cases.flatMap(({ article, summaries = [], causes }) =>
    [...new Set([...summaries, ...causes.flatMap((cause) => cause.summaries ?? [])])].map((summary) => ({
      question: filled(summary),
      gold: [article],
      kind: 'incident',
    })),
  )
}

const offTopic = [
  'What is the capital of Australia?',
  'How long do I boil an egg?',
  'Who wrote the play about two lovers in Verona?',
  'Which vitamin is in oranges?',
  'When does the winter sale begin?',
  'How do I prune an apple tree?',
  'What is the boiling point of ethanol?',
  'Who won the cycling race last summer?',
  'How many players are in a volleyball team?',
  'What does a giraffe eat?',
  'Where can I buy concert tickets?',
  'How far is the moon?',
]
