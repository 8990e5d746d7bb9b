import type { Api } from '../../../http/api.ts'
import { agents } from '../../../kernel/actor.ts'
import { bypassesCache } from '../cache/model.ts'
import type { Ai } from '../engine/open.ts'
import { Analysis, AnalyzeRequest } from './model.ts'
import * as analysing from './service.ts'

export function mountAnalyze(api: Api, ai: Ai): void {
  api.postAfterWaiting(
    '/ai/analyze',
    {
      tag: 'AI',
      summary: 'Analyse a record: its root cause, its impact, or a summary',
      description:
        'From the records alone: similar resolved incidents, changes shortly before, the CMDB, notes for the team and the public. A model, where one is configured, only puts it into words.',
      roles: agents,
      limit: 'ai_analyze',
      body: AnalyzeRequest,
      response: { 200: Analysis },
    },
    async (ctx, { body, headers }) => {
      const analysis = await analysing.analyze(ctx, ai, body, bypassesCache(headers))
      return async () => analysis
    },
  )
}
