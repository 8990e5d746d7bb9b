import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { workers } from '../../kernel/actor.ts'
import { Line, NamedObject, Names, Query } from '../../kernel/schema.ts'
import * as store from './store.ts'

const tag = 'Users'
const limit = 20

const Person = NamedObject('Person', {
  email: Type.String(),
  name: Type.String(),
  groups: Type.Array(Type.String()),
})

const Group = NamedObject('Group', { name: Type.String(), members: Type.Integer() })

const query = Query({
  q: Type.Optional(Line(100, 'The start of any word of the name, or of the email address')),
})

/** What everyone who works with records may know of the others: to assign, to mention and to filter. */
export function mountPeople(api: Api): void {
  api.get(
    '/people',
    {
      tag,
      summary: 'Active people, by name',
      roles: workers,
      description: 'With `email`: the people with these addresses, also inactive ones.',
      query: Query({ ...query.properties, email: Type.Optional(Names) }),
      response: { 200: NamedObject('PersonSuggestions', { data: Type.Array(Person) }) },
    },
    async (ctx, { query: { q = '', email } }) => ({
      data: email
        ? await store.peopleWithEmail(ctx.db, email.toLowerCase().split(','))
        : await store.suggestPeople(ctx.db, q, limit),
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
