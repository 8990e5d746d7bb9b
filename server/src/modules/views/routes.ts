import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { bodyChecker } from '../../http/validate.ts'
import { everyone } from '../../kernel/actor.ts'
import { Enum, extend, Named } from '../../kernel/schema.ts'
import { createdReply, mountAdministered } from '../records/administered/mount.ts'
import { contentOf, CreateView, nouns, UpdateView, View, type NounName, type ViewedNoun } from './model.ts'
import { openViews, type CheckContent } from './service.ts'

const tag = 'Views'

export function mountViews(api: Api, viewed: Record<NounName, ViewedNoun>): void {
  const views = openViews(contentChecker(viewed))

  mountAdministered(api, {
    tag,
    path: '/views',
    name: 'view',
    access: { roles: everyone },
    schemas: {
      one: View,
      update: UpdateView,
      deleted: Named('DeletedView', extend(View, { deleted: Type.Literal(true) })),
    },
    descriptions: {
      update:
        'By its owner; a shared view also by managers. An owner who may no longer share can only make it private.',
      remove: 'By its owner; a shared view also by managers.',
    },
    filters: { noun: Type.Optional(Enum(nouns)), shared: Type.Optional(Type.Boolean()) },
    sorts: ['created_at', 'name'],
    list: views.list,
    get: views.get,
    update: views.update,
    remove: views.remove,
  })

  api.post(
    '/views',
    {
      tag,
      summary: 'Save a view of a list',
      description:
        'Filters, order and columns under a name. A private view is seen by its owner only, a shared one by everyone. ' +
        'Sharing needs a role that works with records.',
      roles: everyone,
      body: CreateView,
      response: { 201: View },
    },
    async (ctx, { body, path }) => createdReply(await views.create(ctx, body), path),
  )
}

/** By the same schemas as the query parameters of the lists. */
function contentChecker(viewed: Record<NounName, ViewedNoun>): CheckContent {
  const checks = new Map(nouns.map((name) => [name, bodyChecker(contentOf(viewed[name]))]))
  return (noun, content) =>
    checks.get(noun)!(Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)))
}
