import type { Ctx } from '../../db/ctx.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { approvers, hasAnyRole } from '../../kernel/actor.ts'
import type { Change } from '../../kernel/changes.ts'
import { assignmentsIn, isReopened, notifyOfChangeJob, type ChangeNotice } from '../records/change-notice.ts'
import { readersWatching } from '../records/watches/store.ts'
import { assigneesOf, ownersAmong } from '../users/people-store.ts'
import type { Recipient } from './model.ts'
import { notify } from './service.ts'
import { describeChanges, excerpt, headline } from './texts.ts'

/**
 * Notifies new assignees, whoever has a record that is reopened, those who asked for a decision or must decide again, those
 * whose change or request has ended, and watchers: not the author of the change, and no one twice.
 */
export const notifyOfChange: JobHandler = {
  type: notifyOfChangeJob,
  concurrency: 2,
  inTransaction: async (ctx, job) => {
    const notice = job.payload as ChangeNotice
    const { subject_id, version, title, url, changes, actor, actor_id, decision, asked_again, end, readers } =
      notice
    const others = (people: Recipient[]) => people.filter(({ id }) => id !== actor_id)
    const common = { subject_id, url, cause: `${subject_id}:${version}` }
    const what = headline(subject_id, title)
    for (const assignment of assignmentsIn(notice)) {
      const { people, group, absent } = await assigneesIn(ctx, notice, assignment)
      await notify(ctx, others(people), {
        ...common,
        kind: 'assigned',
        category: 'assigned',
        title: `Assigned to ${group ?? 'you'}: ${what}`,
        message: absent
          ? `${actor} assigned ${what} of your group ${group} to ${absent}, who has no active account.`
          : `${actor} assigned ${what} to ${group === null ? 'you' : `your group ${group}`}.`,
      })
    }
    const held = isReopened(notice) && assignmentOf(notice)
    if (held) {
      const { people, group } = await assigneesIn(ctx, notice, held)
      await notify(ctx, others(people), {
        ...common,
        kind: 'reopened',
        category: 'assigned',
        title: `Reopened: ${what}`,
        message: `${actor} reopened ${what}, which is assigned to ${group === null ? 'you' : `your group ${group}`}.`,
      })
    }
    if (decision)
      await notify(ctx, others(await ownersAmong(ctx.db, decision.owners)), {
        ...common,
        kind: 'decision',
        category: 'approval',
        title: `${decision.verdict === 'approved' ? 'Approved' : 'Rejected'}: ${what}`,
        message: `${actor} ${decision.verdict} ${what}${decision.comment ? `: ${excerpt(decision.comment)}` : '.'}`,
      })
    if (asked_again) {
      const people = await ownersAmong(ctx.db, { ids: asked_again, emails: [] })
      await notify(ctx, others(people.filter((person) => hasAnyRole(person, approvers))), {
        ...common,
        kind: 'approval',
        category: 'approval',
        title: `Awaiting approval again: ${what}`,
        message: `${actor} edited ${what}, so your approval no longer counts. Approve it again, or reject it with a reason.`,
      })
    }
    if (end)
      await notify(ctx, others(await ownersAmong(ctx.db, end.owners)), {
        ...common,
        kind: 'requested',
        category: 'requested',
        title: `${end.state[0]!.toUpperCase()}${end.state.slice(1)}: ${what}`,
        message: `${actor} ${end.state} ${what}.`,
      })
    const watchers = (await readersWatching(ctx.db, subject_id)).filter(
      (watcher) => !readers || hasAnyRole(watcher, readers),
    )
    await notify(ctx, others(watchers), {
      ...common,
      kind: 'watched',
      category: 'watched',
      title: `Changed: ${what}`,
      message: `${actor} changed ${subject_id}: ${describeChanges(changes)}.`,
      readers,
    })
  },
}

/** The assignee, or else the group. */
function assignmentOf({ assigned_to = null, group = null }: ChangeNotice): Change | undefined {
  if (assigned_to !== null) return { field: 'assigned_to', from: null, to: assigned_to }
  return group === null ? undefined : { field: 'assignment_group', from: null, to: group }
}

interface Assignees {
  people: Recipient[]
  /** Null when they are one person. */
  group: string | null
  /** The address of an assignee whose group is notified instead. */
  absent?: string
}

/** The group when the assignee has left or has no account here, as for a new record: somebody must hear of it. */
async function assigneesIn(
  { db }: Ctx,
  { group = null }: ChangeNotice,
  { field, to }: Change,
): Promise<Assignees> {
  const assigned = String(to)
  if (field !== 'assigned_to') return { people: await assigneesOf(db, { group: assigned }), group: assigned }
  const people = await assigneesOf(db, { email: assigned })
  if (people.length > 0 || group === null) return { people, group: null }
  return { people: await assigneesOf(db, { group }), group, absent: assigned }
}
