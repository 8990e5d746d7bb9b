import type { Ctx, Tx } from '../../db/ctx.ts'
import type { Subscriber } from '../../events/dispatch.ts'
import type { Event } from '../../kernel/event.ts'
import { momentText } from '../records/field-text.ts'
import { responsibleFor } from '../users/people-store.ts'
import { notify } from './service.ts'
import { wasAssignedBefore } from './store.ts'
import { headline, urgentHeadline } from './texts.ts'

interface RecordData {
  short_description: string
  priority: string
  assigned_to: string | null
  assignment_group: string | null
  url: string
  /** Of an SLA event. */
  breach_at?: string
}

const forEach = (
  events: Subscriber['events'],
  handle: (ctx: Ctx<Tx>, event: Event, data: RecordData) => Promise<void>,
): Subscriber => ({
  events,
  handle: async (ctx, events) => {
    for (const event of events) await handle(ctx, event, event.data as unknown as RecordData)
  },
})

const about = ({ subject_id }: Event, { short_description, priority, url }: RecordData) => ({
  subject_id,
  url,
  what: headline(subject_id, short_description),
  task: urgentHeadline(priority, subject_id, short_description),
})

/**
 * Those who were assigned by an edit have been notified of that edit, and those of the creation at the first submission.
 * The group of a new incident is notified if its creator asks for it (`notify_stakeholders`).
 */
const notifyAssignees = forEach(
  ['incident.created', 'change.submitted', 'request.submitted'],
  async (ctx, event, data) => {
    if (event.type === 'incident.created' && data.assigned_to === null) return
    if (event.type !== 'incident.created' && (await wasAssignedBefore(ctx.db, event, data))) return
    const { what, task, ...common } = about(event, data)
    const { people, group, absent } = await responsibleFor(ctx.db, data)
    const remark = absent ? `; ${absent} has no active account` : ''
    const others = people.filter(({ id }) => id !== event.actor_id)
    await notify(ctx, others, {
      ...common,
      kind: 'assigned',
      category: 'assigned',
      // Its creation; a person who is notified of that is not notified again.
      cause: `${event.subject_id}:1`,
      title: `Assigned to ${group ?? 'you'}: ${task}`,
      message: `${what} is new, and assigned to ${group === null ? 'you' : `your group ${group}`}${remark}.`,
    })
  },
)

const notifyOfSla = forEach(['sla.breach_warning', 'sla.breached'], async (ctx, event, data) => {
  const { what, task, ...common } = about(event, data)
  const { people } = await responsibleFor(ctx.db, data)
  const due = momentText(data.breach_at!)
  const news =
    event.type === 'sla.breached'
      ? {
          kind: 'sla_breached',
          title: `SLA breached: ${task}`,
          message: `${what} has breached its SLA. It was due ${due}.`,
        }
      : {
          kind: 'sla_warning',
          title: `SLA at risk: ${task}`,
          message: `${what} has used 75 % of its SLA time. It is due ${due}.`,
        }
  await notify(ctx, people, { ...common, ...news, category: 'sla_warning', cause: event.id })
})

export const subscribers: Subscriber[] = [notifyAssignees, notifyOfSla]
