import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Clock } from '../../db/clock.ts'
import type { Verify } from '../../http/gate.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import type { Peers } from '../../kernel/peers.ts'
import type { Deps } from '../../module.ts'
import type { SecurityLog } from '../audit/security-log.ts'
import { forgetOidcPayloads } from './provider/adapter.ts'
import { forgetGuesses } from './guesses/counters.ts'
import { Guesses } from './guesses/guesses.ts'
import { pendingGuessesBehind } from './guesses/pending-guesses.ts'
import { mountOAuth } from './provider/endpoints.ts'
import { discoverer } from './external/client.ts'
import { openExternalSignIn } from './external/sign-in.ts'
import { externalIssuer } from './tokens/external-issuer.ts'
import { clockOffset } from './provider/node-clock.ts'
import { makeProvider } from './provider/provider.ts'
import { watchSignIn } from './security-events.ts'
import * as sessions from './sessions/service.ts'
import { mountSignIn } from './sign-in/mount.ts'
import * as signingKeys from './tokens/signing-keys.ts'
import { followTrust, type Trust } from './tokens/trust.ts'
import { makeVerifier, ownIssuer, tokenReader } from './tokens/verify.ts'

export interface Identity {
  verify: Verify
  trust: Trust
  guesses: Guesses
  jobs: JobHandler[]
  mount: (app: FastifyInstance) => void
  close: () => void
}

export interface IdentityDeps extends Deps {
  clock: Clock
  security: SecurityLog
}

export async function openIdentity(deps: IdentityDeps): Promise<Identity> {
  const { makeCtx, keys, config, security, peers, clock } = deps
  const ctx = makeCtx()
  const { db, log } = ctx
  await signingKeys.ensure(ctx, keys)
  const trust = shareTrust(await followTrust(db, keys, log), peers)
  const audience = `${config.base_url}/prod/api`
  const readToken = tokenReader(config.base_url, audience, trust, clock.now)
  const own = ownIssuer(config.base_url, readToken, trust)

  const discover = discoverer(config)
  const external = config.oidc_client_id ? openExternalSignIn(config, keys, discover) : undefined
  const guesses = new Guesses(db, peers.supervisor && pendingGuessesBehind(peers.supervisor))
  const parts = {
    db,
    keys,
    offset: clockOffset(clock.now),
    issuer: config.base_url,
    audience,
    key_limits: { max_days: config.api_key_max_days, trust_days: config.oidc_key_trust_days },
    sessionMaxHours: config.session_max_hours,
    mfaRequiredRoles: config.mfa_required_roles,
    security,
    log,
    readToken,
    refreshTrust: trust.refresh,
    endReplayedSession: (uid: string, what: string) => sessions.endReplayed(makeCtx(), uid, what),
  }
  let current: { provider: Provider; kids: string } | undefined
  const provider = () => {
    const signing = trust.signingKeys()
    const kids = signing.map((key) => key.kid).join()
    if (current?.kids !== kids) current = { kids, provider: makeProvider(parts, signing) }
    return current.provider
  }

  return {
    verify: makeVerifier(
      config.oidc_audience ? [own, externalIssuer(config, discover, clock.now)] : [own],
      () => clock.milliseconds(),
    ),
    trust,
    jobs: [forgetOidcPayloads, forgetGuesses, signingKeys.rotateSigningKeys(keys)],
    guesses,
    mount: (app) =>
      mountOAuth(app, provider, guesses, (scoped) => {
        watchSignIn(scoped, security)
        mountSignIn(scoped, { provider, guesses, makeCtx, keys }, external)
      }),
    close: trust.close,
  }
}

/** What is revoked here is revoked in every process of this machine before the answer. */
function shareTrust(trust: Trust, peers: Peers): Trust {
  peers.subscribe('trust', trust.refresh)
  const refresh = async () => {
    await Promise.all([trust.refresh(), peers.publish('trust')])
  }
  return { ...trust, refresh }
}
