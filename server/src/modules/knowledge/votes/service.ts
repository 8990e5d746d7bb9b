import type { Ctx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { changesBetween } from '../../../kernel/changes.ts'
import * as records from '../../records/service.ts'
import { isVisibleTo } from '../model.ts'
import { noun } from '../service.ts'
import type { CastVote } from './model.ts'
import * as store from './store.ts'

/** Each user has one vote: a second one replaces the first. */
export const cast = (ctx: Ctx, id: string, { helpful, comment = null }: CastVote) =>
  records.change(ctx, noun, { id }, async (ctx, article) => {
    if (!isVisibleTo(ctx.actor, article)) throw records.missing(noun, id)
    const before = await store.find(ctx.db, id, ctx.actor.id)
    await store.put(ctx, id, { helpful, comment })
    const counts = await store.count(ctx.db, id)
    await record(ctx, id, {
      subject_type: noun.subject_type,
      action: 'voted',
      changes: changesBetween({ ...before }, { helpful, comment }, ['helpful', 'comment']),
    })
    return { article_id: id, voter: ctx.actor.email, helpful, comment, at: ctx.now, ...counts }
  })
