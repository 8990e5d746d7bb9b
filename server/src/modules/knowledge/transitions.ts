import { stateTable } from '../records/state-table.ts'

/** What was never published has nothing to retire from, and what was retired is looked at again before it is. */
export const { states, allowedTransitions, checkTransition } = stateTable('An article', {
  draft: ['review', 'published'],
  review: ['draft', 'published'],
  published: ['draft', 'review', 'retired'],
  retired: ['draft'],
})
export type State = (typeof states)[number]
