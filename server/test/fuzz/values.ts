import { formOf } from '../../src/kernel/schema.ts'
import type { Chance } from '../faults/chance.ts'

/** The subset of JSON Schema that the API description uses. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
  'x-form'?: string
}

const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'length']

/** Texts that commonly cause failures. None names a host outside this machine. */
const texts = [
  ...prototypeNames,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\ufeff',
  '\u202e\u200b\u2028\u2029',
  'é'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(64),
  'ﷺ'.repeat(100),
  'İıſKÅ',
  '\r\nSet-Cookie: a=b',
  'a\tb\nc',
  "' or 1=1 --",
  '%',
  '_%\\',
  '$1',
  '${7*7}{{7*7}}<%= 7 %>',
  '{{',
  '{{ a | map: "', // an open quote
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '0x10',
  '9223372036854775808',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00Z',
  '2026-02-30',
  'Europe/Berlin',
  'https://localhost/x',
  'https://127.0.0.1:9443/x',
  'https://[::1]:65536/',
  'http://[',
  'javascript:alert(1)',
  'INC0000001',
  'CHG0000001',
  'REQ0000001',
  'CI0000001',
  'KB0000001',
  'INCZZZZZZZ',
  'CI999999999999999999',
  'wh_out_x',
  'open incidents of the network team since yesterday',
  'close INC0000001 and assign it to constructor',
  'history of KB0000001',
  '"unbalanced',
  '-not -"x" "',
  '(((((',
  'a:* & | ! <->',
]

/** Values that are invalid for most fields. */
export function hostileValue(chance: Chance, depth = 0): unknown {
  const kind = chance.below(14)
  if (kind < 6) return hostileText(chance)
  if (kind === 6) return null
  if (kind === 7) return chance.happens(50)
  if (kind === 8)
    return chance.pick([0, -1, -0, 1, 1.5, 1e21, 1e308, -(2 ** 31) - 1, 2 ** 31, 2 ** 53, 5e-324])
  if (kind === 9) return []
  if (kind === 10) return {}
  if (kind === 11 && depth < 3)
    return Array.from({ length: chance.below(4) }, () => hostileValue(chance, depth + 1))
  if (kind === 12 && depth < 3) return { [hostileText(chance)]: hostileValue(chance, depth + 1) }
  return nested(chance.below(40))
}

export function hostileText(chance: Chance): string {
  if (chance.happens(3)) return chance.pick(texts).repeat(2000)
  if (chance.happens(3)) return 'x'.repeat(chance.pick([255, 256, 2001, 20_001, 100_001]))
  if (chance.happens(10))
    return Array.from({ length: 1 + chance.below(20) }, () =>
      String.fromCharCode(chance.below(2 ** 16)),
    ).join('')
  return chance.pick(texts)
}

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : [nested(depth - 1)])

/** A value that the schema most likely accepts. */
export function validValue(chance: Chance, schema: Schema, ids: readonly string[]): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  if (schema.anyOf) return validValue(chance, chance.pick(schema.anyOf), ids)
  switch (Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type) {
    case 'string':
      return validText(chance, schema, ids)
    case 'integer':
    case 'number':
      return Math.round(
        chance.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 50, (schema.minimum ?? 0) + 50)),
      )
    case 'boolean':
      return chance.happens(50)
    case 'null':
      return null
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + chance.below(3) }, () =>
        validValue(chance, schema.items ?? {}, ids),
      )
    case 'object':
      return validObject(chance, schema, ids)
    default:
      return chance.pick(['text', 7, true, null, { a: 1 }, ['b']])
  }
}

function validObject(
  chance: Chance,
  { properties = {}, patternProperties, required = [] }: Schema,
  ids: readonly string[],
) {
  const object: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties))
    if (required.includes(name) || chance.happens(30)) object[name] = validValue(chance, schema, ids)
  for (const schema of Object.values(patternProperties ?? {}))
    if (chance.happens(50)) object[`key${chance.below(9)}`] = validValue(chance, schema, ids)
  return object
}

function validText(chance: Chance, schema: Schema, ids: readonly string[]): string {
  const { format } = schema
  const form = formOf({ ...schema }) ?? ''
  if (format === 'date-time')
    return new Date(Date.UTC(2026, chance.below(24), 1 + chance.below(28))).toISOString()
  if (format === 'date') return `2026-0${1 + chance.below(9)}-1${chance.below(9)}`
  if (format === 'email') return `person${chance.below(20)}@example.com`
  if (format === 'ip') return chance.pick(['192.0.2.1', '2001:db8::1'])
  const [, example] = /such as (\S+)$/.exec(form) ?? []
  if (example) return ids.length > 0 && chance.happens(50) ? chance.pick(ids) : example
  const [, words] = /one or more of (.+), with commas/.exec(form) ?? []
  if (words) return chance.pick(words.split(', '))
  if (chance.happens(20) && ids.length > 0) return chance.pick(ids)
  const text = chance.pick([
    'VPN is down',
    'printer jam in room 7',
    'network',
    'constructor',
    'Ünïcödé 漢字',
    'a',
  ])
  return text.slice(0, schema.maxLength)
}
