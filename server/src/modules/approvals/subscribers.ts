import type { Subscriber } from '../../events/dispatch.ts'
import { approvers } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import { notify } from '../notifications/service.ts'
import { headline } from '../notifications/texts.ts'
import { request } from '../requests/model.ts'
import { holdersOf } from '../users/store.ts'
import { awaitedAmong } from './store.ts'

interface SubmittedData {
  short_description: string
  url: string
  type?: string
}

/** Everyone who may decide, except the person who submitted it. */
const notifyApprovers: Subscriber = {
  events: ['change.submitted', 'request.submitted'],
  handle: async (ctx, events) => {
    const holders = await holdersOf(ctx.db, approvers)
    for (const { id: cause, type, subject_id, actor_id, data } of events) {
      const noun = type === 'change.submitted' ? change : request
      const awaited = await awaitedAmong(ctx.db, noun, subject_id, holders)
      const { short_description, url, type: kind } = data as unknown as SubmittedData
      const what = headline(subject_id, short_description)
      await notify(
        ctx,
        awaited.filter(({ id }) => id !== actor_id),
        {
          subject_id,
          url,
          cause,
          kind: 'approval',
          category: 'approval',
          title: `${kind === 'emergency' ? 'Emergency change awaiting' : 'Awaiting'} approval: ${what}`,
          message: `${what} awaits approval. Approve it, or reject it with a reason.`,
        },
      )
    }
  },
}

export const subscribers: Subscriber[] = [notifyApprovers]
