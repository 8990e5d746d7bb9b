import { Type, type TSchema } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone, workers } from '../../kernel/actor.ts'
import { NamedObject, Names, Query } from '../../kernel/schema.ts'
import { WordStart } from './model.ts'
import * as store from './people-store.ts'

const tag = 'Users'
const defaultLimit = 20

const Person = NamedObject('Person', {
  email: Type.String(),
  name: Type.String(),
  groups: Type.Array(Type.String()),
})

const PersonName = NamedObject('PersonName', { email: Type.String(), name: Type.String() })

const Group = NamedObject('Group', { name: Type.String(), members: Type.Integer() })

const query = Query({
  q: Type.Optional(WordStart),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: defaultLimit, description: 'Most results' }),
  ),
})

const Suggestions = (name: string, item: TSchema) =>
  NamedObject(name, {
    data: Type.Array(item),
    total: Type.Integer({ description: 'All matches, also those beyond `limit`' }),
  })

/**
 * People and groups for assigning, mentioning and filtering, for every role but viewers. Viewers get only the names of the
 * addresses in records that they read, and cannot list people.
 */
export function mountPeople(api: Api): void {
  api.get(
    '/people',
    {
      tag,
      summary: 'Active people, by name',
      roles: workers,
      query,
      response: { 200: Suggestions('PersonSuggestions', Person) },
    },
    (ctx, { query: { q = '', limit = defaultLimit } }) => store.suggestPeople(ctx.db, q, limit),
  )

  api.get(
    '/people/names',
    {
      tag,
      summary: 'Names of the accounts with these email addresses',
      description:
        'For the email addresses in records: whoever may read records may show names instead. Addresses without an account are left out; people who are inactive are included.',
      roles: everyone,
      query: Query({ email: Names }),
      response: { 200: NamedObject('PersonNames', { data: Type.Array(PersonName) }) },
    },
    async (ctx, { query }) => ({
      data: await store.namesWithEmail(ctx.db, query.email.toLowerCase().split(',')),
    }),
  )

  api.get(
    '/groups',
    {
      tag,
      summary: 'Groups and how many active people each has',
      roles: workers,
      query,
      response: { 200: Suggestions('GroupSuggestions', Group) },
    },
    (ctx, { query: { q = '', limit = defaultLimit } }) => store.suggestGroups(ctx.db, q, limit),
  )
}
