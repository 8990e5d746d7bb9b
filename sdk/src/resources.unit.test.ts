import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CallTable } from './calls.ts'
import { exportingResources } from './csv-export.ts'
import { resources } from './resources.ts'

const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string; requestBody?: unknown; responses: object }>>
}

/** What the client does in another way, or what has two addresses. */
const elsewhere = new Set([
  'POST /attachments',
  'GET /attachments/{id}',
  'POST /incidents/import',
  'POST /import/{system}',
  'GET /events/stream',
  ...Object.keys(exportingResources).map((path) => `GET ${path}`),
  'POST /webhooks/inbound/{id}/test',
  'POST /ai/query',
  // For the systems that send events, which have no token.
  'POST /webhooks/inbound/{id}',
  'POST /requests/{id}/fulfil',
  'GET /webhooks/outbound/{id}/deliveries/{delivery_id}',
  'POST /webhooks/outbound/{id}/deliveries/{delivery_id}/replay',
])

const specsIn = (table: CallTable): string[] =>
  Object.values(table).flatMap((entry) => (typeof entry === 'string' ? [entry] : specsIn(entry)))
const specs = specsIn(resources).map((spec) => spec.split(' ') as [string, string, string?])
const methodOf = (verb: string) => (verb === 'LIST' || verb === 'FIND' ? 'GET' : verb)

const ofApi = Object.entries(paths).filter(([path]) => path.startsWith('/prod/api/v1/'))
const operations = ofApi.flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace('/prod/api/v1', '')}`,
    ...operation,
  })),
)

test('every operation of the API has a method; add new ones to resources.ts, or to special-calls.ts and `elsewhere`', () => {
  const known = new Set(specs.map(([verb, path]) => `${methodOf(verb)} ${path}`))
  const missing = operations
    .map(({ name }) => name)
    .filter((name) => !known.has(name) && !elsewhere.has(name))
  expect(missing).toEqual([])
})

test('lists are those with a cursor, and bodies are named where there is one', () => {
  for (const [verb, path, body] of specs) {
    const operation = paths[`/prod/api/v1${path}`]![methodOf(verb).toLowerCase()]!
    expect(`${verb} ${path} ${String(body === 'body')}`).toBe(
      `${verb} ${path} ${String(operation.requestBody !== undefined)}`,
    )
    const isPaged = JSON.stringify(operation).includes('parameters/cursor')
    expect(`${path} ${verb === 'LIST'}`).toBe(`${path} ${isPaged}`)
  }
})
