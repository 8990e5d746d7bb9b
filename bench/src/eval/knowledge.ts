import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '@mainstay/server/dist/db/ctx.js'
import { openAi, type Ai } from '@mainstay/server/dist/modules/ai/engine/open.js'
import { encodeNext } from '@mainstay/server/dist/modules/ai/retrieval/encoding.js'
import { startIndexer } from '@mainstay/server/dist/modules/ai/retrieval/indexer.js'
import * as articles from '@mainstay/server/dist/modules/knowledge/service.js'
import type { Data } from './data.ts'
import { readSet, type Question } from './knowledge-set.ts'
import { openEvaluation } from './open.ts'

/** A knowledge base in a real database, indexed by the service itself, and questions to it. */
export interface Knowledge {
  ctx: () => Ctx
  ai: Ai
  questions: Question[]
  bodies: Map<string, string>
  close: () => Promise<void>
}

export async function openKnowledge(data: Data): Promise<Knowledge> {
  const { texts, questions } = readSet(data)
  const { config, pool, ctx, close } = await openEvaluation()
  const ai = await openAi(config, ctx)
  const ids = new Map<string, string>()
  for (const { id, title, body } of texts)
    ids.set(id, (await articles.create(ctx(), { title: title.slice(0, 255), body, state: 'published' })).id)
  const indexer = startIndexer(ctx, ai.static_embedding)
  while ((await pool.query('select from index_queue limit 1')).rowCount) await sleep(100)
  await indexer.stop(0)
  while ((await encodeNext(ctx(), ai.index)).length > 0);
  return {
    ctx,
    ai,
    questions: questions.map((each) => ({ ...each, gold: each.gold.map((id) => ids.get(id)!) })),
    bodies: new Map(texts.map(({ id, title, body }) => [ids.get(id)!, `${title}\n${body}`])),
    close: async () => {
      await ai.cache.flush()
      await close()
    },
  }
}
