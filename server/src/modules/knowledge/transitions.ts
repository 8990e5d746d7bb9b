import { stateTable } from '../records/state-table.ts'

/** An unpublished article cannot be retired, and a retired one is reviewed before it is published again. */
export const { states, allowedTransitions, checkTransition } = stateTable('An article', {
  draft: ['review', 'published'],
  review: ['draft', 'published'],
  published: ['draft', 'review', 'retired'],
  retired: ['draft'],
})
export type State = (typeof states)[number]
