import { valuesIn } from '../../kernel/comma-list.ts'
import { Type, type Static } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { invalidField } from '../../kernel/errors.ts'
import { CommaList, Names, Query } from '../../kernel/schema.ts'
import { priorities } from '../incidents/model.ts'
import {
  datesBetween,
  daysBetween,
  IncidentStatistics,
  lastDays,
  longestDays,
  longestRange,
  summarise,
} from './model.ts'
import * as store from './store.ts'

const StatisticsQuery = Query({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longestDays,
      description: 'Number of days up to today, 30 by default',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date', description: 'First day, instead of `days`' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day; today by default' })),
  priority: Type.Optional(CommaList(priorities)),
  category: Type.Optional(Names),
  assignment_group: Type.Optional(Names),
})

export function mountStatistics(api: Api): void {
  api.get(
    '/statistics/incidents',
    {
      tag: 'Statistics',
      summary: 'Statistics of open incidents, and of created and resolved incidents by day',
      description: 'Deleted incidents are not counted. Days are dates in UTC.',
      roles: everyone,
      query: StatisticsQuery,
      response: { 200: IncidentStatistics },
    },
    async (ctx, { query }) => {
      const { priority, category, assignment_group } = query
      const dates = rangeOf(query, ctx.now)
      const facets = {
        priority: priority?.split(','),
        category: category === undefined ? undefined : valuesIn(category),
        assignment_group: assignment_group === undefined ? undefined : valuesIn(assignment_group),
      }
      return summarise(dates, await store.countIncidents(ctx.db, dates, facets))
    },
  )
}

function rangeOf({ days, from, to }: Static<typeof StatisticsQuery>, now: Date): string[] {
  if (from === undefined && to === undefined) return lastDays(now, days ?? 30)
  if (days !== undefined) throw invalidField('days', 'conflict', 'days cannot be combined with from and to')
  if (from === undefined) throw invalidField('from', 'required', 'from is required with to')
  const last = to ?? lastDays(now, 1)[0]!
  if (from > last) throw invalidField('from', 'range', `from must not be after ${last}`)
  if (daysBetween(from, last) > longestRange)
    throw invalidField('from', 'range', `from must be at most ${longestRange} days before the last day`)
  return datesBetween(from, last)
}
