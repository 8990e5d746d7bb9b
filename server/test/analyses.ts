import type { Analysis, Impact, RootCause, Summary } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { driveCases } from './cases.ts'
import { expectOk } from './incidents.ts'

interface Kinds {
  root_cause: RootCause
  impact: Impact
  summary: Summary
}

type AnalysisWith<Findings> = Omit<Analysis, 'findings'> & { findings: Findings }

interface Options {
  as?: string
  headers?: Record<string, string>
}

/** Requests per agent and minute, below the rate limit. */
const perAgent = 25

/** Requests analyses through HTTP, by as many agents as needed. */
export function driveAnalyses(app: TestApp) {
  const { indexed } = driveCases(app)
  let agent = { token: '', left: 0 }
  const someone = async () => {
    if (agent.left === 0) agent = { token: await app.tokenFor('itsm_agent'), left: perAgent }
    agent.left--
    return agent.token
  }
  const ask = async (body: unknown, options: Options = {}) =>
    app.call('POST', '/ai/analyze', { body, as: options.as ?? (await someone()), ...options })
  return {
    ask,
    /** Asks once everything is indexed. */
    analyze: async <T extends keyof Kinds>(
      analysis_type: T,
      record_type: string,
      record_id: string,
      options: Options & { model?: string } = {},
    ): Promise<AnalysisWith<Kinds[T]>> => {
      await indexed()
      const { model, ...rest } = options
      const body = { record_type, record_id, analysis_type, ...(model && { model }) }
      return expectOk(await ask(body, rest), 200)
    },
  }
}

export type Analyses = ReturnType<typeof driveAnalyses>
