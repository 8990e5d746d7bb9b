import { editors, hasAnyRole, type Actor } from '../../kernel/actor.ts'

/** Votes on articles, with their voters and comments, are for editors. Auditors have the whole audit log. */
export const hiddenActions = (actor: Actor): string[] => (hasAnyRole(actor, editors) ? [] : ['voted'])
