import type { TSchema } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import type { Api } from '../../../http/api.ts'
import { managers } from '../../../kernel/actor.ts'
import { mountAdministered, taggedReply, type AdministeredRoutes } from '../../records/administered/mount.ts'

type WebhookRoutes<F extends Record<string, TSchema>, U extends TSchema> = Omit<
  AdministeredRoutes<F, U>,
  'access' | 'schemas' | 'sorts'
> & {
  schemas: { one: TSchema; update: U }
  rotate: {
    description: string
    rotateSecret: (ctx: Ctx, id: string, ifMatch?: string) => Promise<{ id: string; version: number }>
  }
}

/** What the API offers for webhooks of both directions. */
export function mountWebhooks<F extends Record<string, TSchema>, U extends TSchema>(
  api: Api,
  { rotate, schemas, ...routes }: WebhookRoutes<F, U>,
): void {
  mountAdministered(api, {
    ...routes,
    schemas: { ...schemas, deleted: schemas.one },
    access: { roles: managers },
    sorts: ['created_at', 'name'],
  })

  api.post(
    `${routes.path}/:id/rotate-secret`,
    {
      tag: routes.tag,
      summary: 'Replace the secret',
      description: rotate.description,
      roles: managers,
      response: { 200: schemas.one },
    },
    async (ctx, { params, headers }) =>
      taggedReply(await rotate.rotateSecret(ctx, params.id, headers['if-match'])),
  )
}
