import { transact, type Ctx } from '../../db/ctx.ts'
import { record } from '../../events/journal.ts'
import { notDismissed, type Onboarding } from './model.ts'
import * as store from './store.ts'

export const find = (ctx: Ctx): Promise<Onboarding> => store.find(ctx.db)

/** The first dismissal counts: repeating it changes nothing. */
export const setDismissed = (ctx: Ctx, dismissed: boolean): Promise<Onboarding> =>
  transact(ctx, async (ctx) => {
    const before = await store.find(ctx.db)
    if (before.dismissed === dismissed) return before
    const after = dismissed
      ? { dismissed, dismissed_at: ctx.now.toISOString(), dismissed_by: ctx.actor.email }
      : notDismissed
    if (!(await store.put(ctx.db, after))) return store.find(ctx.db)
    await record(ctx, 'onboarding', {
      subject_type: 'onboarding',
      action: 'updated',
      changes: [{ field: 'dismissed', from: before.dismissed, to: dismissed }],
    })
    return after
  })
