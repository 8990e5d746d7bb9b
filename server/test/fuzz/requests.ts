import { readFileSync } from 'node:fs'
import type { Chance } from '../faults/chance.ts'
import { inlined, type ApiDocument } from '../openapi.ts'
import { hostileText, hostileValue, validValue, type Schema } from './values.ts'

interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  schema: Schema
  required?: boolean
}

export interface Operation {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
}

export interface FuzzRequest {
  method: string
  /** One character for each byte. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

interface OperationDescription {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Every operation of the API description. */
export function readOperations(): Operation[] {
  const file = new URL('../../../docs/openapi.json', import.meta.url)
  const document = JSON.parse(readFileSync(file, 'utf8')) as ApiDocument
  const ofApi = Object.entries(document.paths).filter(([path]) => path.startsWith('/prod/api/'))
  return ofApi.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody } = inlined(document, operation) as OperationDescription
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
      }
    }),
  )
}

/** Slow or disruptive operations without input: only invalid requests are sent to them. */
const costly = new Set([
  'POST /prod/api/v1/demo/reset',
  'DELETE /prod/api/v1/demo',
  'POST /prod/api/v1/ai/suggest/train',
  'POST /prod/api/v1/signing-keys/rotate',
  'GET /prod/api/v1/audit/verify',
])

/** Requests that are mostly valid, with one or a few errors. */
export function makeRequest(chance: Chance, operation: Operation, ids: readonly string[]): FuzzRequest {
  const body = bodyOf(chance, operation, ids)
  return {
    method: chance.happens(1) ? chance.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST']) : operation.method,
    path: pathOf(chance, operation, ids) + queryOf(chance, operation, ids),
    headers: { ...(body && { 'content-type': contentTypeOf(chance, operation) }), ...headersOf(chance) },
    body,
  }
}

/** Percent-encoded as UTF-8, or invalidly. */
function encode(chance: Chance, text: string): string {
  if (chance.happens(3))
    return `${encodeURIComponent(text.toWellFormed()).slice(0, 50)}%${chance.pick(['', 'z', 'zz', 'ff', 'c0%af', 'ed%a0%80', '00'])}`
  if (chance.happens(2))
    return chance.pick(['\xff\xfe', '\xc3', 'a+b', ';a=b', '%2e%2e%2f', '%252e', '&', '[0]', '[a][b]'])
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000)
}

const pathOf = (chance: Chance, { path }: Operation, ids: readonly string[]): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, () =>
    encode(chance, ids.length > 0 && chance.happens(85) ? chance.pick(ids) : hostileText(chance) || '0'),
  )
  return chance.happens(1) ? `${filled}${chance.pick(['/', '//', '/..', '/%2e%2e/', '?', '#'])}` : filled
}

function queryOf(chance: Chance, operation: Operation, ids: readonly string[]): string {
  const pairs: string[] = []
  for (const { name, in: place, schema, required } of operation.parameters) {
    if (place !== 'query' || !(required || chance.happens(20))) continue
    const times = chance.happens(5) ? 2 + chance.below(3) : 1
    for (let i = 0; i < times; i++) {
      const value = chance.happens(60) ? validValue(chance, schema, ids) : hostileValue(chance)
      pairs.push(
        `${name}=${encode(chance, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
      )
    }
  }
  if (costly.has(`${operation.method} ${operation.path}`)) pairs.push('unknown=1')
  if (chance.happens(3))
    pairs.push(`${encode(chance, hostileText(chance))}=${encode(chance, hostileText(chance))}`)
  return pairs.length === 0 ? '' : `?${pairs.join(chance.happens(2) ? '&&' : '&')}`
}

function contentTypeOf(chance: Chance, { path, body }: Operation): string {
  if (chance.happens(3))
    return chance.pick([
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'a',
      '',
      'application/json,',
      '/',
    ])
  if (path.endsWith('/import')) return chance.pick(['application/x-ndjson', 'text/csv'])
  if (body === undefined && path.endsWith('/attachments'))
    return chance.pick(['image/png', 'text/html', 'x/y; z="'])
  return 'application/json'
}

function bodyOf(chance: Chance, operation: Operation, ids: readonly string[]): Buffer | undefined {
  if (operation.method === 'GET') return chance.happens(1) ? Buffer.from('{"a":1}') : undefined
  if (!operation.body && operation.method !== 'POST') return undefined
  if (operation.path.endsWith('/import')) return linesOf(chance)
  const valid = operation.body ? validValue(chance, operation.body, ids) : hostileValue(chance)
  if (chance.happens(85)) return Buffer.from(JSON.stringify(mutate(chance, valid)) ?? '')
  return damage(chance, JSON.stringify(valid) ?? '')
}

const linesOf = (chance: Chance): Buffer =>
  chance.happens(50)
    ? Buffer.from(
        Array.from({ length: chance.below(5) }, () =>
          JSON.stringify({
            short_description: hostileValue(chance),
            state: hostileText(chance),
            created_at: hostileText(chance),
          }),
        ).join('\n'),
      )
    : Buffer.from(
        `short_description,${hostileText(chance)},id\n"${hostileText(chance)}",x,${hostileText(chance)}\n,,,,,\n"`,
      )

/** Makes some fields invalid, unknown or absent; sometimes none. */
function mutate(chance: Chance, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance.happens(3)) return hostileValue(chance)
  const copy = structuredClone(value) as Record<string, unknown>
  for (let times = chance.pick([0, 0, 1, 1, 1, 2, 3]); times > 0; times--) {
    const keys = Object.keys(copy)
    const newKey = Array.isArray(copy) ? String(copy.length) : hostileText(chance)
    const key = keys.length > 0 && chance.happens(85) ? chance.pick(keys) : newKey
    const inside = copy[key]
    if (chance.happens(10)) delete copy[key]
    else if (typeof inside === 'object' && inside !== null && chance.happens(60))
      copy[key] = mutate(chance, inside)
    else
      Object.defineProperty(copy, key, {
        value: hostileValue(chance),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return copy
}

/** Bytes that are not JSON, or only nearly. */
function damage(chance: Chance, text: string): Buffer {
  const cut = chance.below(text.length + 1)
  switch (chance.below(8)) {
    case 0:
      return Buffer.from(text.slice(0, cut))
    case 1:
      return Buffer.concat([
        Buffer.from(text.slice(0, cut)),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from(text.slice(cut)),
      ])
    case 2:
      return Buffer.from(`\ufeff${text}`)
    case 3:
      return Buffer.from(text.replace('{', '{"a":1,"a":2,'))
    case 4:
      return Buffer.from(
        text.replace(
          /:[^,}]+/,
          `:${chance.pick(['1e999', '123456789012345678901', '-', 'NaN', '"\\ud800"', '"\\u0000"', '01'])}`,
        ),
      )
    case 5:
      return Buffer.from(`${'['.repeat(5000)}${text}`)
    case 6:
      return Buffer.from(`[${'0,'.repeat(chance.pick([500, 20_000]))}0]`)
    default:
      return Buffer.alloc(chance.below(64), chance.below(256))
  }
}

const oddHeaders = [
  'if-match',
  'idempotency-key',
  'accept',
  'x-request-id',
  'x-forwarded-for',
  'cache-control',
  'last-event-id',
  'cookie',
  'origin',
  'range',
  'x-service-signature',
  'webhook-id',
  'content-encoding',
  'prefer',
]

function headersOf(chance: Chance): Record<string, string> {
  if (!chance.happens(15)) return {}
  const value = hostileText(chance)
    .replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 3000)
  return {
    [chance.pick(oddHeaders)]: chance.happens(50)
      ? value
      : chance.pick(['"1"', 'W/"1"', '*', 'key-1', 'application/json', '::1', 'no-cache', '7', 'identity']),
  }
}
