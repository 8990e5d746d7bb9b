import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@mainstay/server/dist/config.js'
import type { Ctx } from '@mainstay/server/dist/db/ctx.js'
import { openDatabase } from '@mainstay/server/dist/db/open.js'
import { system } from '@mainstay/server/dist/kernel/actor.js'
import { makeLog } from '@mainstay/server/dist/log.js'
import { openAi, type Ai } from '@mainstay/server/dist/modules/ai/engine/open.js'
import { encodeNext } from '@mainstay/server/dist/modules/ai/retrieval/encoding.js'
import { startIndexer } from '@mainstay/server/dist/modules/ai/retrieval/indexer.js'
import { readContent } from '@mainstay/server/dist/modules/demo/content.js'
import type { Company, Family } from '@mainstay/server/dist/modules/demo/model.js'
import * as articles from '@mainstay/server/dist/modules/knowledge/service.js'
import { readJsonLines, type Data } from './data.ts'

export interface Question {
  question: string
  /** Ids of the articles that answer it; none: nothing does. */
  gold: string[]
  kind: string
}

/** A knowledge base in a real database, indexed by the service itself, and questions to it. */
export interface Knowledge {
  ctx: () => Ctx
  ai: Ai
  questions: Question[]
  bodies: Map<string, string>
  close: () => Promise<void>
}

interface Text {
  id: string
  title: string
  body: string
}

export async function openKnowledge(data: Data): Promise<Knowledge> {
  const { texts, questions } = readSet(data)
  const folder = mkdtempSync(path.join(tmpdir(), 'mainstay-eval-'))
  const config = readConfig({ DATA_DIR: folder, DEMO_DATA: 'false', LOG_LEVEL: 'warn' })
  const log = makeLog(config.log_level)
  const database = await openDatabase(config, log)
  const ctx = (): Ctx => ({
    db: database.db,
    actor: system,
    now: database.clock.now(),
    log,
    config,
    wake: () => {},
  })
  const ai = await openAi(config, ctx)
  const ids = new Map<string, string>()
  for (const { id, title, body } of texts)
    ids.set(id, (await articles.create(ctx(), { title: title.slice(0, 255), body, state: 'published' })).id)
  const indexer = startIndexer(ctx, ai.static_embedding)
  while ((await database.pool.query('select from index_queue limit 1')).rowCount) await sleep(100)
  await indexer.stop(0)
  while ((await encodeNext(ctx(), ai.index)) > 0);
  return {
    ctx,
    ai,
    questions: questions.map((each) => ({ ...each, gold: each.gold.map((id) => ids.get(id)!) })),
    bodies: new Map(texts.map(({ id, title, body }) => [ids.get(id)!, `${title}\n${body}`])),
    close: async () => {
      await ai.cache.flush()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The public set, or what can honestly be asked of the demo articles: their titles, the short descriptions of incidents that they
 * resolve, and what they do not speak of.
 */
function readSet(data: Data): { texts: Text[]; questions: Question[] } {
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

/** As they are reported, with the first of the words that may stand at each place. */
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
