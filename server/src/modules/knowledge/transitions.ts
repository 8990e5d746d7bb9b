import { stateTable } from '../records/state-table.ts'

export const states = ['draft', 'review', 'published', 'retired'] as const
export type State = (typeof states)[number]

/** What was never published has nothing to retire from, and what was retired is looked at again before it is. */
export const { allowedTransitions, checkTransition } = stateTable<State>('An article', {
  draft: ['review', 'published'],
  review: ['draft', 'published'],
  published: ['draft', 'review', 'retired'],
  retired: ['draft'],
})
