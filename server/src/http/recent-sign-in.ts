import type { Ctx } from '../db/ctx.ts'
import { minute, second } from '../kernel/durations.ts'
import { reauthenticationRequired } from '../kernel/errors.ts'

/**
 * Someone at an unlocked screen has the token of its owner, but not the password. Service accounts and API
 * keys are exempt, because they have no interactive sign-in.
 */
export function checkRecentSignIn({ actor, now, config }: Ctx): void {
  const isPerson = (actor.kind === 'user' || actor.auth_time !== undefined) && !actor.api_key_id
  const maxAge = config.reauthentication_minutes * minute
  if (isPerson && now.getTime() - (actor.auth_time ?? 0) * second > maxAge)
    throw reauthenticationRequired(maxAge / second)
}
