import type { Clock } from '../../db/clock.ts'
import type { Deps, Module } from '../../module.ts'
import type { SecurityLog } from '../audit/security-log.ts'
import { openIdentity } from './open.ts'
import { mountSigningKeys } from './routes.ts'
import { mountUsersSecondFactors } from './second-factor/admin-routes.ts'
import { mountProfile } from './second-factor/profile-routes.ts'
import { mountSecondFactors } from './second-factor/routes.ts'
import { refusalWatcher } from './security-events.ts'
import { mountSessionsOfUsers } from './sessions/admin-routes.ts'
import { mountSessions } from './sessions/routes.ts'
import { mountPassword } from './sign-in/password-routes.ts'

interface IdentityDeps extends Deps {
  clock: Clock
  security: SecurityLog
}

export async function open({ config, makeCtx, keys, peers, clock, security }: IdentityDeps) {
  const { verify, trust, guesses, jobs, mount, close } = await openIdentity(
    makeCtx,
    keys,
    config,
    security,
    peers,
    clock,
  )
  return {
    verify,
    onRefusal: refusalWatcher(security),
    routes: ({ api, openList, http }) => {
      mountSigningKeys(api, keys, trust)
      mountPassword(api, guesses)
      mountProfile(api)
      mountSecondFactors(api, keys)
      mountUsersSecondFactors(api)
      mountSessions(api, openList, trust.refresh)
      mountSessionsOfUsers(api, openList, trust.refresh)
      mount(http)
    },
    jobs,
    loops: () => [trust.loop],
    close,
  } satisfies Module & Record<string, unknown>
}
