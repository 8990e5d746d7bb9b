import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { CommaList, SingleLine, NamedObject, Query } from '../../kernel/schema.ts'
import { SearchResult, types, type ResultType } from './model.ts'
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
        q: SingleLine(200, 'A number, or words that must all occur'),
        types: Type.Optional(CommaList(types)),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Most results of each type' }),
        ),
      }),
      response: {
        200: NamedObject('SearchResults', {
          data: Type.Array(SearchResult),
          took_ms: Type.Number({ description: 'Time that the search took' }),
        }),
      },
    },
    async (ctx, { query }) => {
      const started = performance.now()
      const data = await search(ctx, query.q, {
        types: (query.types?.split(',') as ResultType[] | undefined) ?? types,
        limit: query.limit ?? 5,
      })
      return { data, took_ms: Math.round(performance.now() - started) }
    },
  )
}
