import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { CommaList, Query } from '../../kernel/schema.ts'
import { mountRecords } from '../records/mount.ts'
import { dependenciesOf, impactOf, DependencyGraph, withEdges } from './impact.ts'
import { ci, dependencyTypes } from './model.ts'
import { checkExists } from './references.ts'
import { create, list, remove, show, update } from './service.ts'

const tag = 'CMDB'

export function mountCmdb(api: Api): void {
  mountRecords(api, { tag, noun: ci, service: { list, show, create, update, remove } })

  for (const [path, summary, read] of [
    ['impact', 'What depends on a configuration item', impactOf],
    ['dependencies', 'What a configuration item depends on', dependenciesOf],
  ] as const)
    api.get(
      `/cmdb/cis/:id/${path}`,
      {
        tag,
        summary,
        description: 'Directly and transitively, over every type of relationship that propagates failures.',
        roles: everyone,
        query: Query({
          depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
          types: Type.Optional(CommaList(dependencyTypes)),
        }),
        response: { 200: DependencyGraph },
      },
      async (ctx, { params, query }) => {
        await checkExists(ctx, params.id)
        const { depth = 5 } = query
        const types = query.types?.split(',') ?? dependencyTypes
        return withEdges(ctx.db, await read(ctx.db, params.id, { depth, types }), types)
      },
    )
}
