import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { notFound } from '../../../kernel/errors.ts'
import * as store from './store.ts'

/** The tokens that were bought with it end too. */
export const end = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    const session = await store.find(ctx.db, ctx.actor.id, id)
    if (!session) throw notFound(`Session ${id}`)
    await endAndTell(ctx, id)
    return { ...session, current: id === ctx.actor.session_id, ended: true }
  })

export const endAll = (ctx: Ctx) => transact(ctx, async (ctx) => ({ ended: (await endAndTell(ctx)).length }))

async function endAndTell(ctx: Ctx<Tx>, id?: string): Promise<string[]> {
  const ended = await store.end(ctx.db, { account_id: ctx.actor.id, ...(id !== undefined && { id }) })
  for (const id of ended)
    await record(ctx, id, {
      subject_type: 'session',
      action: 'ended',
      changes: [{ field: 'ended', from: false, to: true }],
      events: [],
    })
  return ended
}
