import type { ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider/lib/provider.js'

/** What must be written down before the caller hears the status, so that no other node lets one guess too many in. */
export const beforeAnswer = new WeakMap<ServerResponse, (status: number) => Promise<void>>()

/** The provider writes its answers itself; this runs just before it does. */
export function waitBeforeAnswering(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    await beforeAnswer.get(ctx.res)?.(ctx.status)
  })
}
