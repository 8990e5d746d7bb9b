import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import type { Change } from '../../../kernel/changes.ts'
import { notFound } from '../../../kernel/errors.ts'
import { idOfUid } from './model.ts'
import * as store from './store.ts'

export async function list(
  { db, actor }: Ctx,
  account_id: string,
  request: Parameters<typeof store.list>[2],
) {
  const page = await store.list(db, account_id, request)
  return { ...page, rows: page.rows.map((row) => ({ ...row, current: row.id === actor.session_id })) }
}

/** Ends its tokens too. */
export const end = (ctx: Ctx, account_id: string, id: string) =>
  transact(ctx, async (ctx) => {
    const session = await store.find(ctx.db, account_id, id)
    if (!session) throw notFound(`Session ${id}`)
    await endAndAudit(ctx, { account_id, id })
    return { ...session, current: id === ctx.actor.session_id, ended: true }
  })

export const endAll = (ctx: Ctx, account_id: string) =>
  transact(ctx, async (ctx) => ({ ended: (await endAndAudit(ctx, { account_id })).length }))

/** A code or refresh token was used twice, so one of the two uses is theft. */
export const endReplayed = (ctx: Ctx, uid: string, what: string) =>
  transact(ctx, (ctx) => endAndAudit(ctx, { id: idOfUid(uid) }, [{ field: 'reason', from: null, to: what }]))

async function endAndAudit(ctx: Ctx<Tx>, which: store.SessionFilter, why: Change[] = []): Promise<string[]> {
  const ended = await store.end(ctx.db, which)
  ctx.wake('revocations')
  for (const { id, account_id } of ended)
    await record(ctx, id, {
      subject_type: 'session',
      action: 'ended',
      changes: [
        { field: 'ended', from: false, to: true },
        { field: 'account_id', from: null, to: account_id },
        ...why,
      ],
    })
  return ended.map(({ id }) => id)
}
