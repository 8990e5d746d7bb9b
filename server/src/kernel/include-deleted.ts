import { Type } from 'typebox'
import { auditors, hasAnyRole, type Actor } from './actor.ts'
import { insufficientRole } from './errors.ts'

/** The parameter of reads of one record and of what belongs to it. */
export const IncludeDeleted = Type.Optional(
  Type.Boolean({ description: 'Include a deleted record; for auditors and managers' }),
)

export function checkIncludeDeleted(actor: Actor, includeDeleted = false): void {
  if (includeDeleted && !hasAnyRole(actor, auditors)) throw insufficientRole(auditors)
}
