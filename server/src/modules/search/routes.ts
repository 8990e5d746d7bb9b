import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { CommaList, Line, NamedObject, Query } from '../../kernel/schema.ts'
import { kinds, SearchResult, type Kind } from './model.ts'
import { search } from './service.ts'

export function mountSearch(api: Api): void {
  api.get(
    '/search',
    {
      tag: 'Search',
      summary: 'Search incidents, changes, requests, configuration items, articles and people',
      description:
        'Finds numbers in any spelling (INC0000300, inc-300, 300), the beginnings of words, and words with one mistake. ' +
        'Returns only what you may read; people only to those who may list them.',
      roles: everyone,
      query: Query({
        q: Line(200, 'A number, or words that must all occur'),
        kinds: Type.Optional(CommaList(kinds)),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Most results of each kind' }),
        ),
      }),
      response: { 200: NamedObject('SearchResults', { data: Type.Array(SearchResult) }) },
    },
    async (ctx, { query }) => ({
      data: await search(ctx, query.q, {
        kinds: (query.kinds?.split(',') as Kind[] | undefined) ?? kinds,
        limit: query.limit ?? 5,
      }),
    }),
  )
}
