import type { Approval, Change } from '../../console/src/api/schema.d.ts'
import type { State } from '../src/modules/changes/transitions.ts'
import type { TestApp } from './app.ts'
import { driveRecords } from './records.ts'

/** As the API returns them. */
export type { Approval, Change }

/** The shortest path from a submitted change to each state, by PATCH. */
const wayFromApproved: Partial<Record<State, State[]>> = {
  approved: [],
  scheduled: ['scheduled'],
  implementing: ['scheduled', 'implementing'],
  review: ['scheduled', 'implementing', 'review'],
  closed: ['scheduled', 'implementing', 'review', 'closed'],
}

/** Changes through HTTP, with an approver who decides on them. */
export async function driveChanges(app: TestApp) {
  const changes = driveRecords<Change>(app, {
    path: '/changes',
    table: 'changes',
    defaults: { short_description: 'New firmware for the core switch' },
  })
  const board = await app.tokenFor('change_approver')
  const inState = async (state: State, body: object = {}): Promise<Change> => {
    if (state === 'draft') return changes.create({ ...body, state })
    let change = await changes.create(body)
    if (state === 'cancelled') return changes.change(change.id, { state })
    if (state === 'rejected') return changes.done(change.id, 'reject', { comment: 'No' }, { as: board })
    const way = wayFromApproved[state]
    if (way) change = await changes.done(change.id, 'approve', {}, { as: board })
    for (const step of way ?? []) change = await changes.change(change.id, { state: step })
    return change
  }
  return { ...changes, board, inState }
}

export type Changes = Awaited<ReturnType<typeof driveChanges>>
