import { agents, hasAnyRole, type Actor } from '../../kernel/actor.ts'

export const visibilities = ['team', 'internal', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

export interface Reader {
  visibilities: Visibility[]
  author_id: string
}

/**
 * Who sees a note. `public` and `team`: whoever may read the incident. `internal`: those who work on it, and auditors.
 * `private`: its author alone.
 */
export function visibleTo(actor: Actor): Reader {
  const insider = hasAnyRole(actor, [...agents, 'auditor', 'change_approver'])
  return { visibilities: insider ? ['public', 'team', 'internal'] : ['public', 'team'], author_id: actor.id }
}
