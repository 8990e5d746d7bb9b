import type { CopilotAction, CopilotAnswer, CopilotResult } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { expectOk } from './incidents.ts'

/** As the API returns them. */
type Part = CopilotResult
type Action = CopilotAction
export type Answer = CopilotAnswer

/** The copilot through HTTP. */
export function driveCopilot(app: TestApp, as: string) {
  const call = (body: unknown, options: { as?: string | null; headers?: Record<string, string> } = {}) =>
    app.call('POST', '/ai/query', { as, body, ...options })
  const ask = async (query: string, more: object = {}, by = as): Promise<Answer> =>
    expectOk(await call({ query, ...more }, { as: by }), 200)
  return {
    call,
    ask,
    /** Asks each question after the previous ones, in one conversation. */
    converse: async (...queries: string[]): Promise<Answer[]> => {
      const answers: Answer[] = []
      for (const query of queries) {
        const conversation_id = answers.at(-1)?.conversation_id
        answers.push(await ask(query, conversation_id ? { conversation_id } : {}))
      }
      return answers
    },
    /** What a client does when a user confirms a proposal. */
    confirm: ({ method, path, body }: Action, by = as) =>
      app.call(method, path, { as: by, ...(body !== undefined && { body }) }),
  }
}

/** Agents that take turns, so that no test uses up the rate limit of another. */
export async function agentsOf(app: TestApp, count: number): Promise<() => Copilot> {
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await app.tokenFor('itsm_agent'))
  let turn = 0
  return () => driveCopilot(app, tokens[turn++ % count]!)
}

export type Copilot = ReturnType<typeof driveCopilot>

export const idsOf = (part: Part | null): string[] => (part?.records ?? []).map(({ id }) => String(id))
