import { transact, type Ctx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { notFound } from '../../../kernel/errors.ts'
import { formOf, keyForm } from '../cache/question/form.ts'
import * as store from './store.ts'

/** Questions with the same canonical form are one gap, as they are one cache entry. A question that is covered now is removed. */
export function note(ctx: Ctx, question: string, covered: boolean) {
  const key = sha256(keyForm(formOf(question)))
  return covered ? store.close(ctx.db, key) : store.count(ctx.db, key, question, ctx.now)
}

export const dismiss = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    const gap = await store.dismiss(ctx.db, id)
    if (!gap) throw notFound(`Knowledge gap ${id}`)
    await record(ctx, id, {
      subject_type: 'knowledge_gap',
      action: 'dismissed',
      changes: [{ field: 'question', from: gap.question, to: null }],
    })
    return gap
  })
