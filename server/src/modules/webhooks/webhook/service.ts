import type { Ctx } from '../../../db/ctx.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import * as administered from '../../records/administered/service.ts'
import { hiddenChange, type AdministeredResource } from '../../records/administered/service.ts'
import type { WebhookInput, WebhookRow } from './model.ts'
import * as secrets from './secrets.ts'

export type WebhookResource<Row extends WebhookRow> = AdministeredResource<Row, WebhookInput<Row>>

/** Gives the row, and the new secret to be shown once. */
export const rotateSecret = <Row extends WebhookRow>(
  ctx: Ctx,
  keys: Keys,
  resource: WebhookResource<Row>,
  id: string,
): Promise<{ row: Row; secret: string }> =>
  administered.change(ctx, resource, id, undefined, async (ctx, before) => {
    const { secret, sealed } = secrets.rotateSecret(keys, id, before, ctx.now)
    const values = sealed as Partial<WebhookInput<Row>>
    const hidden = [hiddenChange('secret')]
    return { row: await administered.write(ctx, resource, before, values, hidden, 'secret_rotated'), secret }
  })

export const remove = <Row extends WebhookRow>(
  ctx: Ctx,
  resource: WebhookResource<Row>,
  id: string,
  ifMatch: string | undefined,
): Promise<Row> =>
  administered.change(ctx, resource, id, ifMatch, (ctx, before) =>
    administered.remove<Row, WebhookInput<Row>>(ctx, resource, before),
  )
