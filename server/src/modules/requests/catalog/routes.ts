import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import type { OpenList } from '../../../http/list.ts'
import { managers } from '../../../kernel/actor.ts'
import { Line, Text, Timestamp } from '../../../kernel/schema.ts'
import { mountRecords } from '../../records/mount.ts'
import { anyOf, is, isAfter, isBefore, matches } from '../../records/store.ts'
import { CatalogItem, CreateCatalogItem, UpdateCatalogItem } from './model.ts'
import * as catalog from './service.ts'

const Names = Line(2000, 'One value, or several with commas between them')

export function mountCatalog(api: Api, openList: OpenList): void {
  mountRecords(api, openList, {
    tag: 'Requests',
    path: '/catalog/items',
    subject_type: 'catalog_item',
    schemas: { shown: CatalogItem, create: CreateCatalogItem, update: UpdateCatalogItem },
    writers: managers,
    list: {
      filters: {
        category: Type.Optional(Names),
        assignment_group: Type.Optional(Names),
        approval_required: Type.Optional(Type.Boolean()),
        active: Type.Optional(Type.Boolean()),
        created_after: Type.Optional(Timestamp),
        created_before: Type.Optional(Timestamp),
        q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
      },
      sorts: ['created_at', 'updated_at', 'name'],
      read: (ctx, query, request) =>
        catalog.list(
          ctx,
          [
            ...anyOf('category', query.category),
            ...anyOf('assignment_group', query.assignment_group),
            ...is('approval_required', query.approval_required),
            ...is('active', query.active),
            ...isAfter('created_at', query.created_after),
            ...isBefore('created_at', query.created_before),
            ...matches(query.q),
          ],
          request,
        ),
    },
    show: catalog.show,
    create: catalog.create,
    update: catalog.update,
    remove: catalog.remove,
  })
}
