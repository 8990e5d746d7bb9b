import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../db/ctx.ts'
import type { Verify } from '../../http/gate.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import type { Keys } from '../../kernel/crypto.ts'
import type { SecurityLog } from '../audit/security-log.ts'
import { forgetOidcPayloads } from './adapter.ts'
import { Guesses } from './guesses.ts'
import { mountOAuth } from './oauth.ts'
import { discoverer } from './outside/discovery.ts'
import { openOutsideSignIn } from './outside/sign-in.ts'
import { outsideIssuer } from './outside-issuer.ts'
import { makeProvider } from './provider.ts'
import { watchSignIn } from './security-events.ts'
import { mountSignIn } from './sign-in/mount.ts'
import * as signingKeys from './signing-keys.ts'
import { followTrust, type Trust } from './trust.ts'
import { makeVerifier, ownIssuer } from './verify.ts'

export interface Identity {
  verify: Verify
  trust: Trust
  guesses: Guesses
  jobs: JobHandler[]
  mount: (app: FastifyInstance) => void
  close: () => void
}

/** Issues tokens and checks them. */
export async function openIdentity(
  makeCtx: () => Ctx,
  keys: Keys,
  config: Config,
  security: SecurityLog,
): Promise<Identity> {
  const ctx = makeCtx()
  const { db, log } = ctx
  await signingKeys.ensure(ctx, keys)
  const trust = await followTrust(db, keys, log)
  const audience = `${config.base_url}/prod/api`
  const own = ownIssuer(config.base_url, audience, trust)

  const discover = discoverer(config.oidc_issuer)
  const outside = config.oidc_client_id ? openOutsideSignIn(config, keys, discover) : undefined
  const guesses = new Guesses()
  let current: { provider: Provider; kids: string } | undefined
  const provider = () => {
    const signing = trust.signingKeys()
    const kids = signing.map((key) => key.kid).join()
    if (current?.kids !== kids)
      current = {
        kids,
        provider: makeProvider({ db, keys, issuer: config.base_url, audience, log, security }, signing),
      }
    return current.provider
  }

  return {
    verify: makeVerifier(config.oidc_audience ? [own, outsideIssuer(config, discover)] : [own]),
    trust,
    jobs: [forgetOidcPayloads, signingKeys.rotateSigningKeys(keys)],
    guesses,
    mount: (app) =>
      mountOAuth(app, provider, guesses, (scoped) => {
        watchSignIn(scoped, security)
        mountSignIn(scoped, { provider, guesses, makeCtx }, outside)
      }),
    close: trust.close,
  }
}
