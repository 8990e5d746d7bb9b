import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Problem } from '../../console/src/api/schema.d.ts'

export type ProblemBody = Required<Pick<Problem, 'detail' | 'instance'>> & Problem & Record<string, unknown>

/** Checks the common format of errors, and returns the body for further checks. */
export function expectProblem(response: LightMyRequestResponse, status: number, code: string): ProblemBody {
  expect(`${response.statusCode} ${response.body}`).toContain(`${status} {`)
  const problem = response.json<ProblemBody>()
  expect(problem).toMatchObject({ status, code, type: `urn:mainstay:problem:${code}` })
  for (const member of ['title', 'detail', 'message', 'request_id'] as const)
    expect(problem[member], `member ${member}`).toMatch(/\S/)
  expect(problem.request_id).toBe(response.headers['x-request-id'])
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(response.body).not.toMatch(/<html|node_modules|\.ts:\d|at \w+ \(/)
  return problem
}
