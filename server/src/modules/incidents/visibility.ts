import { agents, hasAnyRole, type Actor, type Role } from '../../kernel/actor.ts'

export const visibilities = ['team', 'internal', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

export interface Reader {
  visibilities: Visibility[]
  author_id: string
}

const insiders: readonly Role[] = [...agents, 'auditor', 'change_approver']

/** The roles that see a note of someone else; undefined: no role is needed. */
export const rolesSeeing = (visibility: Visibility = 'team'): readonly Role[] | undefined =>
  visibility === 'private' ? [] : visibility === 'internal' ? insiders : undefined

/**
 * Who sees a note. `public` and `team`: everyone who may read the incident. `internal`: agents, change approvers and
 * auditors. `private`: only its author.
 */
export function visibleTo(actor: Actor): Reader {
  const insider = hasAnyRole(actor, insiders)
  return { visibilities: insider ? ['public', 'team', 'internal'] : ['public', 'team'], author_id: actor.id }
}
