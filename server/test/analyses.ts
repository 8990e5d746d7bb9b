import type { TestApp } from './app.ts'
import { driveCases } from './cases.ts'
import { expectOk } from './incidents.ts'

interface Evidence {
  kind: string
  id: string
  statement: string
}

/** As a client sees them. */
interface RootCause {
  probable_root_cause: string
  confidence: number
  resolution_steps: string[]
  related_problem: string
  similar_past_incidents: string[]
  estimated_resolution_minutes: number
  evidence: Evidence[]
}

interface Impact {
  level: string
  reasons: string[]
  ci_ids: string[]
  affected_count: number
  truncated: boolean
  by_class: Record<string, number>
  by_criticality: Record<string, number>
  by_environment: Record<string, number>
  affected_services: { id: string; name: string }[]
  open_incidents: { id: string; priority: string }[]
  evidence: Evidence[]
}

interface Summary {
  summary: string
  title: string
  state: string
  since: string
  people: Record<string, string>
  last_activity_at: string
  sla: { target_minutes: number; clock: string; breach_at: string; breached: boolean } | null
  key_notes: { id: string; author: string; created_at: string; text: string }[]
  links: { relation: string; id: string; title: string }[]
}

interface Kinds {
  root_cause: RootCause
  impact: Impact
  summary: Summary
}

interface Analysis<F> {
  record_id: string
  analysis_type: string
  findings: F
  model_used: string
  tokens_used: number
  latency_ms: number
  cache_hit: boolean
}

interface Options {
  as?: string
  headers?: Record<string, string>
}

/** So many may one agent ask for in a minute, and some to spare. */
const perAgent = 25

/** Analyses through HTTP, by as many agents as it takes. */
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
    /** As the service answers when it has indexed everything. */
    analyze: async <T extends keyof Kinds>(
      analysis_type: T,
      record_type: string,
      record_id: string,
      options: Options & { model?: string } = {},
    ): Promise<Analysis<Kinds[T]>> => {
      await indexed()
      const { model, ...rest } = options
      const body = { record_type, record_id, analysis_type, ...(model && { model }) }
      return expectOk(await ask(body, rest), 200)
    },
  }
}

export type Analyses = ReturnType<typeof driveAnalyses>
