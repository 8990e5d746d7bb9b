import type { JobHandler } from '../../jobs/job-runner.ts'
import { approvers } from '../../kernel/actor.ts'
import { assignmentsIn, notifyOfChangeJob, type ChangeNotice } from '../records/change-notice.ts'
import { readersWatching } from '../records/watches/store.ts'
import { assigneesOf, ownersAmong } from '../users/store.ts'
import type { Recipient } from './model.ts'
import { notify } from './service.ts'
import { describeChanges, excerpt, headline } from './texts.ts'

/**
 * Notifies new assignees, those who asked for a decision or must decide again, and watchers: not the author of the change,
 * and no one twice.
 */
export const notifyOfChange: JobHandler = {
  type: notifyOfChangeJob,
  concurrency: 2,
  inTransaction: async (ctx, job) => {
    const notice = job.payload as ChangeNotice
    const { subject_id, version, title, url, changes, actor, actor_id, decision, asked_again, readers } =
      notice
    const others = (people: Recipient[]) => people.filter(({ id }) => id !== actor_id)
    const common = { subject_id, url, cause: `${subject_id}:${version}` }
    const what = headline(subject_id, title)
    for (const { field, to } of assignmentsIn(notice)) {
      const isPerson = field === 'assigned_to'
      const people = await assigneesOf(ctx.db, isPerson ? { email: String(to) } : { group: String(to) })
      await notify(ctx, others(people), {
        ...common,
        kind: 'assigned',
        category: 'assigned',
        title: `Assigned to ${isPerson ? 'you' : String(to)}: ${what}`,
        message: `${actor} assigned ${what} to ${isPerson ? 'you' : `your group ${String(to)}`}.`,
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
      await notify(
        ctx,
        others(people.filter(({ roles }) => roles.some((role) => approvers.includes(role)))),
        {
          ...common,
          kind: 'approval',
          category: 'approval',
          title: `Awaiting approval again: ${what}`,
          message: `${actor} edited ${what}, so your approval no longer counts. Approve it again, or reject it with a reason.`,
        },
      )
    }
    const watchers = (await readersWatching(ctx.db, subject_id)).filter(
      ({ roles }) => !readers || roles.some((role) => readers.includes(role)),
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
