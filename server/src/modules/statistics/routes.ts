import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { CommaList, Names, Query } from '../../kernel/schema.ts'
import { priorities } from '../incidents/model.ts'
import { IncidentStatistics, lastDays, longestDays, summarise } from './model.ts'
import * as store from './store.ts'

export function mountStatistics(api: Api): void {
  api.get(
    '/statistics/incidents',
    {
      tag: 'Statistics',
      summary: 'Statistics of open incidents, and of created and resolved incidents by day',
      description: 'Deleted incidents are not counted. Days are dates in UTC.',
      roles: everyone,
      query: Query({
        days: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: longestDays,
            default: 30,
            description: 'Number of days up to today',
          }),
        ),
        priority: Type.Optional(CommaList(priorities)),
        category: Type.Optional(Names),
        assignment_group: Type.Optional(Names),
      }),
      response: { 200: IncidentStatistics },
    },
    async (ctx, { query }) => {
      const { days = 30, priority, category, assignment_group } = query
      const dates = lastDays(ctx.now, days)
      const facets = {
        priority: priority?.split(','),
        category: category?.split(','),
        assignment_group: assignment_group?.split(','),
      }
      return summarise(dates, await store.countIncidents(ctx.db, dates, facets))
    },
  )
}
