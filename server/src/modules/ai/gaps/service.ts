import { transact, type Ctx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { notFound } from '../../../kernel/errors.ts'
import { canonical } from '../cache/canonical.ts'
import * as store from './store.ts'

const keyOf = (question: string) => sha256(canonical(question))

/** One that is covered by now is a gap no longer. */
export const note = (ctx: Ctx, question: string, covered: boolean) =>
  covered ? store.close(ctx.db, keyOf(question)) : store.count(ctx.db, keyOf(question), question, ctx.now)

export const dismiss = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    const gap = await store.dismiss(ctx.db, id)
    if (!gap) throw notFound(`Knowledge gap ${id}`)
    await record(ctx, id, {
      subject_type: 'knowledge_gap',
      action: 'dismissed',
      changes: [{ field: 'question', from: gap.question, to: null }],
      events: [],
    })
    return gap
  })
