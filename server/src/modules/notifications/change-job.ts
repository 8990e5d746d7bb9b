import type { JobHandler } from '../../jobs/job-runner.ts'
import { notifyOfChangeJob, type ChangeNotice } from '../records/change-notice.ts'
import { isAssignment } from '../records/model.ts'
import { readersWatching } from '../records/watches/store.ts'
import { assigneesOf, ownersAmong } from '../users/store.ts'
import type { Recipient } from './model.ts'
import { notify } from './service.ts'
import { describeChanges, excerpt, headline } from './texts.ts'

/** Notifies new assignees, those who asked for a decision, and watchers: not the author of the change, and no one twice. */
export const notifyOfChange: JobHandler = {
  type: notifyOfChangeJob,
  concurrency: 2,
  inTransaction: async (ctx, job) => {
    const { subject_id, version, title, url, changes, actor, actor_id, decision, readers } =
      job.payload as ChangeNotice
    const others = (people: Recipient[]) => people.filter(({ id }) => id !== actor_id)
    const common = { subject_id, url, cause: `${subject_id}:${version}` }
    const what = headline(subject_id, title)
    for (const { field, to } of changes.filter(isAssignment)) {
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
