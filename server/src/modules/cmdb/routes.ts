import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import type { OpenList } from '../../http/list.ts'
import { everyone } from '../../kernel/actor.ts'
import { CommaList, Line, Query, Text, Timestamp } from '../../kernel/schema.ts'
import { mountRecords } from '../records/mount.ts'
import { anyOf, has, isAfter, isBefore, matches } from '../records/store.ts'
import { dependenciesOf, impactOf, ReachWithEdges, withEdges } from './impact.ts'
import { Ci, CiId, CreateCi, criticalities, dependencyTypes, subject_type, UpdateCi } from './model.ts'
import { checkThere } from './references.ts'
import * as service from './service.ts'
import { hasSerial, isRelatedTo } from './store.ts'

const tag = 'CMDB'
const params = Type.Object({ id: Type.String() })
const Names = Line(2000, 'One value, or several with commas between them')

/** Fields that a list compares as they are. */
const plain = {
  class: Type.Optional(Names),
  status: Type.Optional(Names),
  environment: Type.Optional(Names),
  criticality: Type.Optional(CommaList(criticalities)),
  owner: Type.Optional(Names),
  support_group: Type.Optional(Names),
  location: Type.Optional(Names),
  discovery_source: Type.Optional(Names),
  external_id: Type.Optional(Names),
}

export function mountCmdb(api: Api, openList: OpenList): void {
  mountRecords(api, openList, {
    tag,
    path: '/cmdb/cis',
    subject_type,
    schemas: { shown: Ci, create: CreateCi, update: UpdateCi },
    list: {
      filters: {
        ...plain,
        serial_number: Type.Optional(Names),
        fqdn: Type.Optional(Names),
        ip_address: Type.Optional(Line(64)),
        related_to: Type.Optional(CiId),
        created_after: Type.Optional(Timestamp),
        created_before: Type.Optional(Timestamp),
        q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
      },
      sorts: ['created_at', 'updated_at', 'name'],
      read: (ctx, query, request) =>
        service.list(
          ctx,
          [
            ...(Object.keys(plain) as (keyof typeof plain)[]).flatMap((name) => anyOf(name, query[name])),
            ...hasSerial(query.serial_number),
            ...anyOf('fqdn', query.fqdn?.toLowerCase()),
            ...has('ip_addresses', query.ip_address),
            ...isRelatedTo(query.related_to),
            ...isAfter('created_at', query.created_after),
            ...isBefore('created_at', query.created_before),
            ...matches(query.q),
          ],
          request,
        ),
    },
    show: service.show,
    create: service.create,
    update: service.update,
    remove: service.remove,
  })

  for (const [path, summary, read] of [
    ['impact', 'What depends on a configuration item', impactOf],
    ['dependencies', 'What a configuration item depends on', dependenciesOf],
  ] as const)
    api.get(
      `/cmdb/cis/:id/${path}`,
      {
        tag,
        summary,
        description:
          'Also by way of others, over every kind of relationship by which one fails with the other.',
        roles: everyone,
        params,
        query: Query({
          depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
          types: Type.Optional(CommaList(dependencyTypes)),
        }),
        response: { 200: ReachWithEdges },
      },
      async (ctx, { params, query }) => {
        await checkThere(ctx, params.id)
        const { depth = 5 } = query
        const types = query.types?.split(',') ?? dependencyTypes
        return withEdges(ctx.db, await read(ctx.db, params.id, { depth, types }), types)
      },
    )
}
