import { agents, hasAnyRole, type Actor, type Role } from '../../kernel/actor.ts'

export const visibilities = ['team', 'internal', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** Of notes that everyone sees who may read the record. */
export const openVisibilities: readonly Visibility[] = ['public', 'team']

export interface Reader {
  visibilities: Visibility[]
  author_id: string
}

const insiders: readonly Role[] = [...agents, 'auditor', 'change_approver']

/** The roles that see a note of someone else; undefined: no role is needed. On some records, `more` roles are insiders. */
export const rolesSeeing = (
  visibility: Visibility = 'team',
  more: readonly Role[] = [],
): readonly Role[] | undefined =>
  visibility === 'private' ? [] : visibility === 'internal' ? [...insiders, ...more] : undefined

/**
 * Who sees a note. `public` and `team`: everyone who may read the notes of the record. `internal`: agents, change approvers
 * and auditors, and on articles editors. `private`: only its author.
 */
export function visibleTo(actor: Actor, more: readonly Role[] = []): Reader {
  const insider = hasAnyRole(actor, [...insiders, ...more])
  return {
    visibilities: [...openVisibilities, ...(insider ? ['internal' as const] : [])],
    author_id: actor.id,
  }
}
