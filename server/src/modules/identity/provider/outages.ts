import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { isTimeout, isUnavailable } from '../../../db/errors.ts'
import { Problem } from '../../../kernel/errors.ts'
import { matchesSecret } from '../../../kernel/passwords.ts'
import type { Log } from '../../../kernel/log.ts'

/**
 * The provider answers 500 to every failure; an unavailable or slow database, or too many secrets to check, is a 503.
 */
export function answerOutages(provider: Provider, log: Log): void {
  provider.on('server_error', (ctx, error) => {
    ctx.state.failure = error
    if (!isOutage(error) && !isOverload(error)) log.error({ err: error }, 'the identity provider failed')
  })
  provider.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      provider.emit('server_error', ctx as KoaContextWithOIDC, error as Error)
      ctx.status = 500
      ctx.body = { error: 'server_error', error_description: 'something went wrong on our side' }
    }
    const { failure } = ctx.state
    if (!isOutage(failure) && !isOverload(failure)) return
    ctx.status = 503
    ctx.set('retry-after', '1')
    ctx.body = {
      error: 'temporarily_unavailable',
      error_description: isOverload(failure)
        ? failure.message
        : 'the database is not available; try again shortly',
    }
  })
}

const isOutage = (error: unknown): boolean => isUnavailable(error) || isTimeout(error)

const isOverload = (error: unknown): error is Problem => error instanceof Problem && error.status === 503

const secretRoutes = new Set(['token', 'revocation', 'device_authorization'])

/** Checking the secret of an unknown client takes as long as a wrong secret of an existing one. */
export function hashForUnknownClients(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    if (ctx.status !== 401 || !oidc || oidc.client || !secretRoutes.has(oidc.route)) return
    if (oidc.params?.client_secret === undefined && ctx.get('authorization') === '') return
    await matchesSecret('', undefined)
  })
}
