import type { Ctx } from '../../../db/ctx.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { administer, hiddenChange, type AdministeredResource } from '../../records/administered/service.ts'
import type { WebhookInput, WebhookRow } from './model.ts'
import * as secrets from './secrets.ts'

/** What can be done with webhooks of one direction; `present` is what a client reads of one. */
export function administerWebhooks<Row extends WebhookRow, Answer extends object>(
  resource: AdministeredResource<Row, WebhookInput<Row>>,
  present: (ctx: Ctx, row: Row, secret?: string) => Answer,
) {
  const webhooks = administer<Row, WebhookInput<Row>>(resource)
  return {
    ...webhooks,

    get: async (ctx: Ctx, id: string): Promise<Answer> => present(ctx, await webhooks.find(ctx, id)),

    rotateSecret: (ctx: Ctx, keys: Keys, id: string, ifMatch?: string): Promise<Answer> =>
      webhooks.change(ctx, id, ifMatch, async (ctx, before) => {
        const { secret, sealed } = secrets.rotateSecret(keys, id, before, ctx.now)
        const values = sealed as Partial<WebhookInput<Row>>
        const after = await webhooks.write(ctx, before, values, [hiddenChange('secret')], 'secret_rotated')
        return present(ctx, after, secret)
      }),

    removeOne: (ctx: Ctx, id: string, ifMatch?: string): Promise<Answer & { deleted: true }> =>
      webhooks.change(ctx, id, ifMatch, async (ctx, before) => ({
        ...present(ctx, await webhooks.remove(ctx, before)),
        deleted: true as const,
      })),
  }
}
