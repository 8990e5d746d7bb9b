import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../kernel/errors.ts'
import { eventTypes } from '../../../kernel/event-types.ts'
import { checkFilters, compileFilters, eventValue, type Filter } from './filters.ts'
import { operators, type Operator } from './operators.ts'

const holds = (actual: unknown, operator: Operator, value?: unknown) =>
  compileFilters([{ field: 'x', operator, value }])(actual === undefined ? {} : { x: actual }) === undefined

describe('a filter', () => {
  test.each<[unknown, Operator, unknown, boolean]>([
    ['P1', 'eq', 'P1', true],
    ['P1', 'eq', 'p1', false],
    ['ada@example.com', 'eq', 'Ada@Example.com', true],
    ['ada@example.com', 'not_in', ['Ada@Example.com'], false],
    ['ada@example.com', 'ends_with', '@Example.com', true],
    ['ada@example.com', 'starts_with', 'Ada', true],
    [['ada@example.com'], 'contains', 'Ada@Example.com', true],
    ['ada', 'starts_with', 'Ada', false],
    ['5', 'eq', 5, true],
    [5, 'eq', '5', true],
    [true, 'eq', 'true', true],
    [{ a: 1, b: [2] }, 'eq', { b: [2], a: 1 }, true],
    [{ a: 1 }, 'eq', { a: 1, b: 2 }, false],
    [[1, 2], 'eq', [2, 1], false],
    [[], 'eq', {}, false],
    [['a'], 'eq', 'a', false],
    [null, 'eq', null, true],
    [undefined, 'eq', null, true],
    [undefined, 'eq', 'a', false],
    ['', 'eq', null, false],
    ['P1', 'ne', 'P2', true],
    ['P1', 'ne', 'P1', false],
    [undefined, 'ne', 'P1', true],
    [undefined, 'ne', null, false],
    ['P1', 'in', ['P1', 'P2'], true],
    [2, 'in', ['1', '2'], true],
    [{ a: 1 }, 'in', [{ a: 1 }], true],
    ['P3', 'in', ['P1', 'P2'], false],
    ['P1', 'in', [], false],
    [undefined, 'in', ['P1'], false],
    ['P3', 'not_in', ['P1'], true],
    ['P1', 'not_in', ['P1'], false],
    [undefined, 'not_in', ['P1'], true],
    ['disk full', 'contains', 'k f', true],
    ['disk full', 'contains', 'K F', false],
    [503, 'contains', 0, true],
    [['web', 'db'], 'contains', 'db', true],
    [[1, 2], 'contains', '2', true],
    [['webdb'], 'contains', 'db', false],
    [{ db: 1 }, 'contains', 'db', false],
    [undefined, 'contains', 'db', false],
    [['web'], 'not_contains', 'db', true],
    ['disk', 'not_contains', 'is', false],
    [undefined, 'not_contains', 'db', true],
    ['db-1', 'starts_with', 'db', true],
    [503, 'starts_with', 5, true],
    [['db-1'], 'starts_with', 'db', false],
    [undefined, 'starts_with', '', false],
    ['db-1', 'ends_with', '-1', true],
    ['db-1', 'ends_with', 'db', false],
    [10, 'gt', 9, true],
    ['10', 'gt', '9', true],
    ['10', 'gt', 9, true],
    ['10a', 'gt', '9', false],
    [9, 'gt', 9, false],
    [9, 'gte', 9, true],
    [-1, 'lt', 0, true],
    ['P1', 'lt', 'P3', true],
    ['P3', 'lte', 'P3', true],
    ['2026-01-02T00:00:00Z', 'gt', '2026-01-01T23:59:59Z', true],
    ['', 'lt', 1, true],
    [[1], 'gt', 0, false],
    [undefined, 'lt', 5, false],
    [null, 'lte', 5, false],
    ['', 'exists', undefined, true],
    [0, 'exists', true, true],
    [false, 'exists', false, false],
    [null, 'exists', true, false],
    [undefined, 'exists', undefined, false],
    [undefined, 'exists', false, true],
  ])('on %j: %s %j is %s', (actual, operator, value, expected) => {
    expect(holds(actual, operator, value)).toBe(expected)
  })

  test('that fails first is named', () => {
    const [severity, host, absent]: Filter[] = [
      { field: 'alert.severity', operator: 'eq', value: 'critical' },
      { field: 'alert.host', operator: 'starts_with', value: 'db' },
      { field: 'alert.silenced', operator: 'exists', value: false },
    ]
    const failing = compileFilters([severity!, host!, absent!])
    expect(failing({ alert: { severity: 'critical', host: 'db-1' } })).toBeUndefined()
    expect(failing({ alert: { severity: 'warning', host: 'web' } })).toBe(severity)
    expect(failing({ alert: { severity: 'critical', host: 'web', silenced: 1 } })).toBe(host)
    expect(failing({ alert: { severity: 'critical', host: 'db', silenced: 1 } })).toBe(absent)
    expect(compileFilters([])(undefined)).toBeUndefined()
  })

  test.each(['__proto__', 'constructor', 'constructor.prototype', 'toString', '__proto__.polluted'])(
    'does not see inherited properties: %s',
    (field) => {
      expect(compileFilters([{ field, operator: 'exists' }])({})).toBeDefined()
      const event = { type: 'incident.created', data: {} }
      expect(
        compileFilters([{ field: `data.${field}`, operator: 'exists' }], eventValue)(event),
      ).toBeDefined()
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )
})

describe('the validation of filters', () => {
  const errorsOf = (filters: Filter[], where?: string) => {
    try {
      checkFilters(filters, where)
    } catch (error) {
      if (error instanceof Problem) return { status: error.status, errors: error.errors }
      throw error
    }
  }

  test.each<[Operator, unknown]>([
    ['eq', 'a'],
    ['eq', null],
    ['eq', { a: [1] }],
    ['ne', false],
    ['in', ['a', 1]],
    ['not_in', []],
    ['contains', 'a'],
    ['not_contains', true],
    ['starts_with', 5],
    ['ends_with', ''],
    ['gt', 5],
    ['gte', '2026-01-01'],
    ['lt', '5'],
    ['lte', -1.5],
    ['exists', undefined],
    ['exists', true],
    ['exists', false],
  ])('accepts %s with %j', (operator, value) => {
    expect(errorsOf([{ field: 'a', operator, value }])).toBeUndefined()
  })

  test.each<[Operator, unknown, string]>([
    ['eq', undefined, 'is required for eq'],
    ['in', undefined, 'is required for in'],
    ['in', 'a', 'must be a list of at most 200 values'],
    ['not_in', { a: 1 }, 'must be a list of at most 200 values'],
    ['in', Array.from({ length: 201 }, () => 1), 'must be a list of at most 200 values'],
    ['exists', 'true', 'must be true, false or left out'],
    ['exists', null, 'must be true, false or left out'],
    ['gt', true, 'must be a number or a text'],
    ['lte', null, 'must be a number or a text'],
    ['gte', [1], 'must be a number or a text'],
    ['contains', null, 'must be a text, a number, true or false'],
    ['starts_with', ['a'], 'must be a text, a number, true or false'],
    ['ends_with', {}, 'must be a text, a number, true or false'],
    ['eq', 'x'.repeat(9000), 'must have at most 8192 characters'],
  ])('refuses %s with %j', (operator, value, reason) => {
    expect(errorsOf([{ field: 'a', operator, value }])).toEqual({
      status: 400,
      errors: [
        {
          field: 'filters.0.value',
          pointer: '/filters/0/value',
          code: 'value',
          message: `filters.0.value ${reason}`,
        },
      ],
    })
  })

  test('names every invalid field with its path', () => {
    const found = errorsOf(
      [
        { field: 'a', operator: 'exists' },
        { field: 'a..b', operator: 'eq', value: 1 },
        { field: 'a', operator: 'in', value: 1 },
      ],
      'resolve_when',
    )
    expect(found?.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['resolve_when.1.field', 'path'],
      ['resolve_when.2.value', 'value'],
    ])
    expect(found?.errors?.[0]?.message).toBe(
      'resolve_when.1.field is not a path: a field name is missing at character 3',
    )
  })
})

describe('a value of an event', () => {
  const failing = (field: string, value: unknown, event: { type: string; data: Record<string, unknown> }) =>
    compileFilters([{ field, operator: 'eq', value }], eventValue)(event)

  const nouns = [...new Set(eventTypes.map((type) => type.split('.')[0]!))]
  test.each([...nouns, 'data', 'payload.data', '$.data', 'data.incident'])(
    'may be named after %s',
    (noun) => {
      const event = { type: 'incident.created', data: { priority: 'P1', sla_clock: { state: 'running' } } }
      expect(failing(`${noun}.priority`, 'P1', event)).toBeUndefined()
      expect(failing(`${noun}.sla_clock.state`, 'running', event)).toBeUndefined()
      expect(failing(`${noun}.priority`, 'P2', event)).toBeDefined()
    },
  )

  test('is that of the data if the data has such a field of its own', () => {
    const event = {
      type: 'sla.breached',
      data: { id: 1, incident: { id: 'INC1' }, change: null, data: { id: 3 } },
    }
    expect(failing('incident.id', 'INC1', event)).toBeUndefined()
    expect(failing('data.id', 3, event)).toBeUndefined()
    expect(failing('change.id', null, event)).toBeUndefined()
    expect(failing('request.id', 1, event)).toBeUndefined()
  })

  test('may be its type', () => {
    const event = { type: 'incident.created', data: { event: 'other' } }
    expect(failing('event', 'incident.created', event)).toBeUndefined()
  })
})

/** A plain reference implementation of the rules. */
function reference(operator: Operator, actual: unknown, value: unknown): boolean {
  const missing = actual === undefined || actual === null
  const isPlain = (any: unknown) => ['string', 'number', 'boolean'].includes(typeof any)
  const [text, wanted] = [String(actual), String(value)]
  const plain = isPlain(actual)
  const order = () => {
    const numbers = [actual, value].map((any) =>
      typeof any === 'number' || (typeof any === 'string' && /\S/.test(any)) ? Number(any) : NaN,
    )
    if (!numbers.some(Number.isNaN)) return Math.sign(numbers[0]! - numbers[1]!)
    return text === wanted ? 0 : [text, wanted].toSorted()[0] === text ? -1 : 1
  }
  switch (operator) {
    case 'eq':
      if (missing || value === null) return missing && value === null
      return plain && isPlain(value) ? text === wanted : isDeepStrictEqual(actual, value)
    case 'in':
      return (value as unknown[]).some((item) => reference('eq', actual, item))
    case 'contains':
      if (Array.isArray(actual)) return actual.some((item) => isPlain(item) && String(item) === wanted)
      return plain && text.indexOf(wanted) !== -1
    case 'starts_with':
      return plain && text.slice(0, wanted.length) === wanted
    case 'ends_with':
      return plain && text.length >= wanted.length && text.slice(text.length - wanted.length) === wanted
    case 'exists':
      return value === false ? missing : !missing
    case 'ne':
      return !reference('eq', actual, value)
    case 'not_in':
      return !reference('in', actual, value)
    case 'not_contains':
      return !reference('contains', actual, value)
    case 'gt':
      return plain && order() > 0
    case 'gte':
      return plain && order() >= 0
    case 'lt':
      return plain && order() < 0
    case 'lte':
      return plain && order() <= 0
  }
}

describe('of many webhooks', () => {
  const texts = ['P1', 'P2', '', 'a', 'abc', 'c', '5', '5.0', '10', 'true', 'ünïcode', '😀']
  const times = ['2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z']
  const scalar = fc.constantFrom<unknown>(...texts, ...times, 5, 10, -1, 0.5, true, false)
  const list = fc.array(fc.oneof(scalar, fc.constant(null)), { maxLength: 3 })
  const structure = fc.oneof(
    list,
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar, { maxKeys: 2, noNullPrototype: true }),
  )
  const anything = fc.oneof({ weight: 6, arbitrary: scalar }, fc.constant(null), structure)

  /** Each field name, and where it is in the data. */
  const fields: Record<string, (data: Record<string, unknown>) => unknown> = {
    priority: (data) => data.priority,
    'incident.priority': (data) => data.priority,
    'data.priority': (data) => data.priority,
    'data.incident.priority': (data) => data.priority,
    '$.tags': (data) => data.tags,
    'change.tags': (data) => data.tags,
    'tags[0]': (data) => (Array.isArray(data.tags) ? (data.tags as unknown[])[0] : undefined),
    'custom["odd key"]': (data) => (data.custom as Record<string, unknown> | undefined)?.['odd key'],
    'data.custom.toString': () => undefined,
    missing: () => undefined,
    event: () => 'incident.updated',
  }
  const valueFor = (operator: Operator): fc.Arbitrary<unknown> => {
    if (operator === 'exists') return fc.constantFrom(true, false, undefined)
    if (operator === 'in' || operator === 'not_in') return fc.array(anything, { maxLength: 4 })
    if (operator === 'eq' || operator === 'ne') return anything
    return ['gt', 'gte', 'lt', 'lte'].includes(operator)
      ? scalar.filter((value) => typeof value !== 'boolean')
      : scalar
  }
  const filter: fc.Arbitrary<Filter> = fc.oneof(
    ...operators.map((operator) =>
      fc.record({
        field: fc.constantFrom(...Object.keys(fields)),
        operator: fc.constant(operator),
        value: valueFor(operator),
      }),
    ),
  )
  const webhooks = fc.array(fc.array(filter, { maxLength: 3 }), { minLength: 20, maxLength: 20 })
  const data = fc.record(
    { priority: anything, tags: anything, custom: fc.record({ 'odd key': anything }) },
    { requiredKeys: [] },
  )
  const events = fc.array(data, { minLength: 5, maxLength: 5 })

  test('an event goes to exactly those whose filters all match, in 100,000 cases', () => {
    let cases = 0
    let sent = 0
    fc.assert(
      fc.property(webhooks, events, (webhooks, events) => {
        for (const filters of webhooks) {
          checkFilters(filters)
          const firstFailing = compileFilters(filters, eventValue)
          for (const data of events) {
            const failing = filters.find(
              ({ field, operator, value }) => !reference(operator, fields[field]!(data), value),
            )
            assert.equal(firstFailing({ type: 'incident.updated', data }), failing)
            cases++
            if (!failing) sent++
          }
        }
      }),
      { numRuns: 1000 },
    )
    expect(cases).toBe(100_000)
    expect(sent).toBeGreaterThan(20_000)
    expect(sent).toBeLessThan(80_000)
  })
})
