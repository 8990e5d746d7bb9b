import type { Api } from '../../../http/api.ts'
import { admins, managers } from '../../../kernel/actor.ts'
import { CacheStats, Purged } from './model.ts'
import type { Cache } from './open.ts'
import * as answers from './service.ts'

export function mountCache(api: Api, cache: Cache): void {
  api.get(
    '/ai/cache/stats',
    {
      tag: 'AI',
      summary: 'How often answers came from the cache',
      description: 'Of all nodes together; those of other nodes come a second later.',
      roles: managers,
      response: { 200: CacheStats },
    },
    (ctx) => answers.stats(ctx, cache),
  )

  api.delete(
    '/ai/cache',
    {
      tag: 'AI',
      summary: 'Throw all kept answers away',
      roles: admins,
      response: { 200: Purged },
    },
    answers.purge,
  )
}
