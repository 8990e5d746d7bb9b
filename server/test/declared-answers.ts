import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { apiRoot } from '../src/http/api.ts'
import { headersOf } from '../src/http/headers.ts'
import { problemSchema } from '../src/http/openapi.ts'

interface Schema {
  [keyword: string]: unknown
  properties?: Record<string, Schema>
  allOf?: Schema[]
}

// Each check runs a few times: optimizing its code would take longer than it saves.
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }))
/** Every app declares its schemas; equal ones are compiled once for all files of a worker. */
const checks = new Map<string, ValidateFunction>()
const checksOfSchemas = new WeakMap<object, ValidateFunction>()

/** Differences between the responses of the current test and the declared schemas. */
const differences = new Set<string>()

/** Validates every JSON response of the API against the schema that its route declares for the status. */
export function checkAnswers(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const { schema, url } = request.routeOptions
    const type = String(reply.getHeader('content-type') ?? '')
    if (!url?.startsWith(apiRoot) || !schema?.response || !/json/.test(type)) return
    if (typeof payload !== 'string' || payload === '') return
    const status = reply.statusCode
    const declared = status < 400 ? (schema.response as Record<number, Schema>)[status] : problemSchema
    const name = `${request.method} ${url} ${status}`
    const { takes, sends } = headersOf({
      method: request.method,
      url,
      response: schema.response as Record<number, Schema>,
    })
    for (const header of ['ETag', 'Location'] as const)
      if (status < 400 && request.method !== 'DELETE' && reply.hasHeader(header) !== sends.includes(header))
        differences.add(`${name}: ${header} is ${reply.hasHeader(header) ? 'not described' : 'missing'}`)
    const hasNext = request.method === 'GET' && /"next_cursor":"/.test(payload)
    if (
      status === 200 &&
      sends.includes('Link') !== reply.hasHeader('Link') &&
      (hasNext || reply.hasHeader('Link'))
    )
      differences.add(`${name}: Link is ${reply.hasHeader('Link') ? 'not described' : 'missing'}`)
    if (status === 412 && !takes.includes('If-Match')) differences.add(`${name}: If-Match is not described`)
    if (!declared) differences.add(`${name}: the route does not declare this status`)
    else for (const difference of differencesFrom(declared, payload)) differences.add(`${name}${difference}`)
  })
}

/** Called after each test and at the end of the file. */
export function failOnDifferences(): void {
  const found = [...differences]
  differences.clear()
  if (found.length > 0) throw new Error(`Answers differ from what their routes declare:\n${found.join('\n')}`)
}

function differencesFrom(declared: object, payload: string): string[] {
  const check = checkOf(declared)
  if (check(JSON.parse(payload))) return []
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath.replaceAll(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`,
  )
}

function checkOf(declared: object): ValidateFunction {
  const known = checksOfSchemas.get(declared)
  if (known) return known
  const text = JSON.stringify(declared)
  const check = checks.get(text) ?? ajv.compile(closed(JSON.parse(text) as Schema))
  checks.set(text, check)
  checksOfSchemas.set(declared, check)
  return check
}

/** Declared objects allow additional properties; here an undeclared one is a difference too. */
function closed(schema: Schema, isPart = false): Schema {
  const copy = mapSchemas(schema)
  const isOpen = copy.additionalProperties === undefined && copy.unevaluatedProperties === undefined
  const hasFields = copy.properties !== undefined || copy.allOf !== undefined
  return hasFields && isOpen && !isPart ? { ...copy, unevaluatedProperties: false } : copy
}

function mapSchemas(schema: Schema): Schema {
  const copy: Schema = { ...schema }
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === 'patternProperties')
      copy[keyword] = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, each]) => [name, closed(each)]),
      )
    else if (keyword === 'allOf') copy[keyword] = (value as Schema[]).map((each) => closed(each, true))
    else if (keyword === 'anyOf' || keyword === 'oneOf')
      copy[keyword] = (value as Schema[]).map((each) => closed(each))
    else if (keyword === 'items' && !Array.isArray(value)) copy[keyword] = closed(value as Schema)
    else if (keyword === 'additionalProperties' && typeof value === 'object')
      copy[keyword] = closed(value as Schema)
  }
  return copy
}
