import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone, workers } from '../../kernel/actor.ts'
import { NamedObject, Names, Query } from '../../kernel/schema.ts'
import { WordStart } from './model.ts'
import * as store from './store.ts'

const tag = 'Users'
const limit = 20

const Person = NamedObject('Person', {
  email: Type.String(),
  name: Type.String(),
  groups: Type.Array(Type.String()),
})

const PersonName = NamedObject('PersonName', { email: Type.String(), name: Type.String() })

const Group = NamedObject('Group', { name: Type.String(), members: Type.Integer() })

const query = Query({ q: Type.Optional(WordStart) })

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
      response: { 200: NamedObject('PersonSuggestions', { data: Type.Array(Person) }) },
    },
    async (ctx, { query }) => ({ data: await store.suggestPeople(ctx.db, query.q ?? '', limit) }),
  )

  api.get(
    '/people/names',
    {
      tag,
      summary: 'Names of the people with these email addresses',
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
      response: { 200: NamedObject('GroupSuggestions', { data: Type.Array(Group) }) },
    },
    async (ctx, { query }) => ({ data: await store.suggestGroups(ctx.db, query.q ?? '', limit) }),
  )
}
