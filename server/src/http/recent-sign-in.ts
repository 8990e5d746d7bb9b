import type { Ctx } from '../db/ctx.ts'
import { minute, second } from '../kernel/durations.ts'
import { reauthenticationRequired } from '../kernel/errors.ts'

/**
 * Whoever finds an open screen has its token, but not its owner's password. Service accounts and API keys have nobody
 * who could sign in, and are not asked.
 */
export function checkRecentSignIn({ actor, now, config }: Ctx): void {
  const isPerson = (actor.kind === 'user' || actor.auth_time !== undefined) && !actor.api_key_id
  const maxAge = config.reauthentication_minutes * minute
  if (isPerson && now.getTime() - (actor.auth_time ?? 0) * second > maxAge)
    throw reauthenticationRequired(maxAge / second)
}
