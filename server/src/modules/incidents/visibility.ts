import { agents, hasAnyRole, type Actor } from '../../kernel/actor.ts'

export const visibilities = ['team', 'internal', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

export interface Reader {
  visibilities: Visibility[]
  author_id: string
}

/**
 * Who sees a note. `public` and `team`: everyone who may read the incident. `internal`: agents, change approvers and
 * auditors. `private`: only its author.
 */
export function visibleTo(actor: Actor): Reader {
  const insider = hasAnyRole(actor, [...agents, 'auditor', 'change_approver'])
  return { visibilities: insider ? ['public', 'team', 'internal'] : ['public', 'team'], author_id: actor.id }
}
