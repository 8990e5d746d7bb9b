import { describe, expect, test } from 'vitest'
import { apiRoot } from '../src/http/api.ts'
import { startApp } from './app.ts'
import { documentOf, follow, operationsOf } from './openapi.ts'
import { expectProblem } from './problem.ts'

const app = await startApp()
const document = await documentOf(app)
const operations = await operationsOf(app)
const noZone = '2026-11-15T10:00:00'

describe('a time without its zone is refused by name', () => {
  const isTime = (schema: unknown) => (follow(document, schema) as { format?: string }).format === 'date-time'
  const parameters = operations.flatMap(({ name, method, path, description }) =>
    ((description.parameters ?? []) as { in: string; name: string; schema: unknown }[])
      .map((parameter) => follow(document, parameter))
      .filter((parameter) => parameter.in === 'query' && isTime(parameter.schema))
      .map((parameter) => ({ operation: name, method, path, parameter: parameter.name })),
  )

  test('in every query parameter', async () => {
    expect(parameters.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['GET /incidents', 'GET /incidents/export', 'GET /audit', 'GET /changes']),
    )
    const taken: string[] = []
    for (const { operation, method, path, parameter } of parameters)
      for (const time of ['2026-11-15T10:00', '2026-11-15T10:00:00', '2026-11-15 10:00:00', '2026-11-15']) {
        const url = path.slice(apiRoot.length).replaceAll(/\{\w+\}/g, 'x')
        const response = await app.call(method, url, { query: { [parameter]: time } })
        const { errors = [] } = response.json<{ errors?: { field: string; message: string }[] }>()
        const error = errors.find(({ field }) => field === parameter)
        if (response.statusCode !== 400 || !error?.message.includes('with its zone'))
          taken.push(`${operation} ${parameter}=${time}`)
      }
    expect(taken).toEqual([])
  })

  test.each([
    ['/incidents/bulk', 'filter.created_after', { operation: 'delete', filter: { created_after: noZone } }],
    ['/cmdb/cis/bulk', 'filter.created_after', { operation: 'delete', filter: { created_after: noZone } }],
    ['/changes', 'planned_start', { short_description: 'New router', planned_start: noZone }],
    ['/profile/api-keys', 'expires_at', { name: 'Key', expires_at: noZone }],
    ['/webhooks/outbound/x/replay', 'since', { since: noZone, until: noZone }],
  ])('in the body of POST %s', async (path, field, body) => {
    const problem = expectProblem(await app.call('POST', path, { body }), 400, 'validation_error')
    expect(problem.errors).toContainEqual(expect.objectContaining({ field }))
  })
})
