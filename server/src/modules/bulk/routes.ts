import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { Enum, Query } from '../../kernel/schema.ts'
import { Job, resultFilters } from './model.ts'
import * as bulk from './service.ts'

export function mountJobs(api: Api): void {
  api.get(
    '/jobs/:job_id',
    {
      tag: 'Jobs',
      summary: 'Progress and results of a bulk job',
      roles: everyone,
      query: Query({
        results: Type.Optional(
          Enum(resultFilters, 'Which results are listed; a job by filter has thousands of them'),
        ),
      }),
      response: { 200: Job },
    },
    (ctx, { params, query }) => bulk.show(ctx, params.job_id, query.results),
  )
}
