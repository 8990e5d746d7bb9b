import type { JobHandler } from '../../jobs/job-runner.ts'
import { approvers, hasAnyRole } from '../../kernel/actor.ts'
import { assignmentsIn, isReopened, notifyOfChangeJob, type ChangeNotice } from '../records/change-notice.ts'
import { readersWatching } from '../records/watches/store.ts'
import { ownersAmong, responsibleFor } from '../users/people-store.ts'
import type { Recipient } from './model.ts'
import { notify } from './service.ts'
import { describeChanges, excerpt, headline, urgentHeadline } from './texts.ts'

/**
 * Notifies new assignees, whoever has a record that is reopened, those who asked for a decision or must decide again, those
 * whose change or request has ended, and watchers: not the author of the change, and no one twice.
 */
export const notifyOfChange: JobHandler = {
  type: notifyOfChangeJob,
  concurrency: 2,
  inTransaction: async (ctx, job) => {
    const notice = job.payload as ChangeNotice
    const {
      subject_id,
      version,
      title,
      priority,
      url,
      changes,
      actor,
      actor_id,
      decision,
      asked_again,
      end,
      note,
      readers,
    } = notice
    const { assigned_to = null, group: assignment_group = null } = notice
    const others = (people: Recipient[]) => people.filter(({ id }) => id !== actor_id)
    const common = { subject_id, url, cause: `${subject_id}:${version}` }
    const what = headline(subject_id, title)
    const task = urgentHeadline(priority, subject_id, title)
    const quoted = note === undefined ? '' : `\n\n${note}`
    for (const { field, to } of assignmentsIn(notice)) {
      const { people, group, absent } = await responsibleFor(
        ctx.db,
        field === 'assigned_to'
          ? { assigned_to: String(to), assignment_group }
          : { assigned_to: null, assignment_group: String(to) },
      )
      await notify(ctx, others(people), {
        ...common,
        kind: 'assigned',
        category: 'assigned',
        title: `Assigned to ${group ?? 'you'}: ${task}`,
        message: absent
          ? `${actor} assigned ${what} of your group ${group} to ${absent}, who has no active account.${quoted}`
          : `${actor} assigned ${what} to ${group === null ? 'you' : `your group ${group}`}.${quoted}`,
      })
    }
    if (isReopened(notice)) {
      const { people, group } = await responsibleFor(ctx.db, { assigned_to, assignment_group })
      await notify(ctx, others(people), {
        ...common,
        kind: 'reopened',
        category: 'assigned',
        title: `Reopened: ${task}`,
        message: `${actor} reopened ${what}, which is assigned to ${group === null ? 'you' : `your group ${group}`}.${quoted}`,
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
      message: `${actor} changed ${subject_id}: ${describeChanges(changes)}.${quoted}`,
      readers,
    })
  },
}
