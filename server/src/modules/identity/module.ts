import type { Module } from '../../module.ts'
import { identityPaths } from './provider/describe.ts'
import { openIdentity, type IdentityDeps } from './open.ts'
import { mountSigningKeys } from './routes.ts'
import { mountUsersSecondFactors } from './second-factor/admin-routes.ts'
import { mountProfile } from './second-factor/profile-routes.ts'
import { mountSecondFactors } from './second-factor/routes.ts'
import { refusalWatcher } from './security-events.ts'
import { mountSessionsOfUsers } from './sessions/admin-routes.ts'
import { mountSessions } from './sessions/routes.ts'
import { mountPassword } from './sign-in/password-routes.ts'

export async function open(deps: IdentityDeps) {
  const { keys, security } = deps
  const { verify, trust, guesses, jobs, mount, close } = await openIdentity(deps)
  return {
    verify,
    onRefusal: refusalWatcher(security),
    descriptions: { paths: identityPaths },
    routes: ({ api, http }) => {
      mountSigningKeys(api, keys)
      mountPassword(api, guesses)
      mountProfile(api)
      mountSecondFactors(api, keys)
      mountUsersSecondFactors(api)
      mountSessions(api)
      mountSessionsOfUsers(api)
      mount(http)
    },
    jobs,
    loops: () => [{ queue: 'revocations', catchUp: trust.refresh, stop: async () => undefined }],
    close,
  } satisfies Module & Record<string, unknown>
}
