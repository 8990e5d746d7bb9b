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
      summary: 'Cache hit statistics',
      description: 'Of all nodes together; the counts of other nodes arrive with a delay of a second.',
      roles: managers,
      response: { 200: CacheStats },
    },
    (ctx) => answers.stats(ctx, cache),
  )

  api.delete(
    '/ai/cache',
    {
      tag: 'AI',
      summary: 'Clear the AI cache',
      roles: admins,
      response: { 200: Purged },
    },
    answers.purge,
  )
}
