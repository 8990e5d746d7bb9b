import type { Ctx } from '../../db/ctx.ts'
import type { Subscriber } from '../../events/dispatch.ts'
import { approvers } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import { notify } from '../notifications/service.ts'
import { headline } from '../notifications/texts.ts'
import type { Approval } from '../records/approval.ts'
import { fieldText, momentText, valueText } from '../records/field-text.ts'
import { request } from '../requests/model.ts'
import { holdersOf, nameOf } from '../users/people-store.ts'
import { awaitedAmong } from './store.ts'

interface SubmittedData {
  short_description: string
  url: string
  type?: string
  approval: Approval
  [field: string]: unknown
}

/** What a decision depends on, as far as a few words say it. */
const deciding = [
  'requested_by',
  'requested_for',
  'quantity',
  'risk',
  'impact',
  'planned_start',
  'planned_end',
]

function describe(data: SubmittedData): string {
  const textOf = (field: string) =>
    field.startsWith('planned') ? momentText(String(data[field])) : valueText(field, data[field])
  return deciding
    .filter((field) => data[field])
    .map((field) => `${fieldText(field)}: ${textOf(field)}`)
    .join(' · ')
}

/** An edit that ended an approval is the reason why a decision is needed again. */
async function reasonOf({ db }: Ctx, { approval: { ended } }: SubmittedData): Promise<string> {
  if (!ended) return 'awaits approval.'
  const editor = await nameOf(db, { id: ended.by_id, email: ended.by })
  return `awaits approval again: ${editor} edited its ${ended.fields.map(fieldText).join(', ')} after it was approved.`
}

/** Everyone who may decide, except the person who submitted it. */
const notifyApprovers: Subscriber = {
  events: ['change.submitted', 'request.submitted'],
  handle: async (ctx, events) => {
    const holders = await holdersOf(ctx.db, approvers)
    for (const { id: cause, type, subject_id, actor_id, data } of events) {
      const noun = type === 'change.submitted' ? change : request
      const awaited = await awaitedAmong(ctx.db, noun, subject_id, holders)
      const submitted = data as unknown as SubmittedData
      const { short_description, url, type: kind, approval } = submitted
      const what = headline(subject_id, short_description)
      const subject = kind === 'emergency' ? 'Emergency change awaiting' : 'Awaiting'
      await notify(
        ctx,
        awaited.filter(({ id }) => id !== actor_id),
        {
          subject_id,
          url,
          cause,
          kind: 'approval',
          category: 'approval',
          title: `${subject} approval${approval.ended ? ' again' : ''}: ${what}`,
          message: `${what} ${await reasonOf(ctx, submitted)} Approve it, or reject it with a reason.\n\n${describe(submitted)}`,
        },
      )
    }
  },
}

export const subscribers: Subscriber[] = [notifyApprovers]
