import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MappingError, parsePath, valueAt } from './path.ts'

const find = (payload: unknown, path: string) => valueAt(payload, parsePath(path))

const errorOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

const alert = {
  title: 'Disk full',
  labels: { severity: 'critical', 'odd key': 'odd', "it's": 'quoted', 'a.b': 'dotted', 'tab\there': 1 },
  alerts: [{ host: 'db-1' }, { host: 'db-2' }],
  grid: [
    [1, 2],
    [3, 4],
  ],
  nothing: null,
  no: false,
  'ünïcode-key': 'yes',
}

describe('a path finds', () => {
  test.each([
    ['title', 'Disk full'],
    ['  title ', 'Disk full'],
    ['labels.severity', 'critical'],
    ['$.labels.severity', 'critical'],
    ['payload.labels.severity', 'critical'],
    ['labels["odd key"]', 'odd'],
    ["labels['odd key']", 'odd'],
    ['$["labels"]["odd key"]', 'odd'],
    ['labels["it\'s"]', 'quoted'],
    ["labels['it\\'s']", 'quoted'],
    ['labels["a.b"]', 'dotted'],
    ['labels["tab\\there"]', 1],
    ['alerts[1].host', 'db-2'],
    ['alerts.1.host', 'db-2'],
    ['alerts.length', 2],
    ['grid[1][0]', 3],
    ['ünïcode-key', 'yes'],
    ['nothing', null],
    ['no', false],
    ['$', alert],
    ['payload', alert],
    ['labels.missing', undefined],
    ['missing.deeper[3]', undefined],
    ['alerts[2].host', undefined],
    ['nothing.deeper', undefined],
    ['no.deeper', undefined],
    ['title.length', undefined],
    ['title[0]', undefined],
  ])('%s', (path, value) => {
    expect(find(alert, path)).toEqual(value)
  })

  test('a field called payload if it is named twice, or after $', () => {
    const event = { summary: 'outer', payload: { summary: 'inner' } }
    expect(find(event, 'payload.summary')).toBe('outer')
    expect(find(event, 'payload.payload.summary')).toBe('inner')
    expect(find(event, '$.payload.summary')).toBe('inner')
    expect(find(event, '["payload"].summary')).toBe('inner')
  })

  test('every value that a traversal of any JSON reaches', () => {
    const walks = fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.array(fc.nat(), { maxLength: 8 }))
    fc.assert(
      fc.property(walks, ([root, turns]) => {
        let value: unknown = root
        let path = '$'
        for (const turn of turns) {
          if (typeof value !== 'object' || value === null) break
          const keys = Object.keys(value)
          if (keys.length === 0) break
          const key = keys[turn % keys.length]!
          path += Array.isArray(value)
            ? `[${key}]`
            : `["${key.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"]`
          value = (value as Record<string, unknown>)[key]
        }
        fc.pre(path.length <= 500)
        expect(find(root, path)).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('JSON inside a string', () => {
  const inside = (value: unknown) => ({ Message: typeof value === 'string' ? value : JSON.stringify(value) })

  test('is parsed if the path continues, and is a string if the path ends', () => {
    const notification = inside({ AlarmName: 'cpu', Trigger: { Dimensions: [{ value: 'i-1' }] } })
    expect(find(notification, 'Message.AlarmName')).toBe('cpu')
    expect(find(notification, 'Message.Trigger.Dimensions[0].value')).toBe('i-1')
    expect(find(notification, 'Message')).toBe(notification.Message)
    expect(find(inside(' [1, 2]'), 'Message[1]')).toBe(2)
    expect(find(inside(inside({ deep: 1 })), 'Message.Message.deep')).toBe(1)
    expect(find(notification.Message, 'AlarmName')).toBe('cpu')
    expect(find(inside('{"id": 5724215638923458219}'), 'Message.id')).toBe('5724215638923458219')
  })

  test.each([
    ['is broken', '{"a":'],
    ['is not an object or a list', '"a"'],
    ['is blank', '   '],
    ['is nested too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['is too long', `{"a":"${'x'.repeat(256 * 1024)}"}`],
  ])('that %s has no value', (_, text) => {
    expect(find(inside(text), 'Message.a')).toBeUndefined()
    expect(find(inside(text), 'Message[0]')).toBeUndefined()
  })

  test('is not mixed up between payloads', () => {
    expect(find(inside({ a: 1 }), 'Message.a')).toBe(1)
    expect(find(inside({ a: 2 }), 'Message.a')).toBe(2)
  })
})

describe('inherited properties', () => {
  const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

  test.each(inherited)('are not found: %s', (name) => {
    for (const payload of [{}, [], { a: {} }, 'text', '{}', 1, null, undefined]) {
      expect(find(payload, name)).toBeUndefined()
      expect(find(payload, `${name}.polluted`)).toBeUndefined()
      expect(find(payload, `a["${name}"].prototype`)).toBeUndefined()
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each(inherited)('are found if the payload has them as own fields: %s', (name) => {
    const payload: unknown = JSON.parse(`{"${name}": {"polluted": "yes"}}`)
    expect(find(payload, `${name}.polluted`)).toBe('yes')
    expect(find({ Message: JSON.stringify(payload) }, `Message.${name}.polluted`)).toBe('yes')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('a path is refused', () => {
  test.each([
    ['', 'a field name is missing at character 1'],
    ['a..b', 'a field name is missing at character 3'],
    ['.a', 'a field name is missing at character 1'],
    ['a.', 'a field name is missing at character 3'],
    ['a b', 'unexpected   at character 2'],
    ['a[0]b', 'unexpected b at character 5'],
    ['a]', 'unexpected ] at character 2'],
    ['a[]', 'a number or a quoted name must follow [ at character 3'],
    ['a[-1]', 'a number or a quoted name must follow [ at character 3'],
    ['a[b]', 'a number or a quoted name must follow [ at character 3'],
    ['a[0', 'a ] is missing at character 4'],
    ['a["b]', 'a quote is not closed at character 3'],
    ['a | b', 'unexpected   at character 2'],
    ['a.b'.repeat(200), 'a path has at most 500 characters'],
    ['a.'.repeat(16) + 'a', 'a path has at most 16 steps at character 33'],
  ])('%s', (text, message) => {
    expect(() => parsePath(text)).toThrow(new MappingError(message))
  })

  test('only with a reason, for any input', () => {
    const soup = fc.string({
      unit: fc.constantFrom('a', '.', '[', ']', '"', "'", '\\', '0', ' ', '$', '{', '|'),
    })
    fc.assert(
      fc.property(soup, (text) => {
        assert.ok([undefined, 'MappingError'].includes(errorOf(() => parsePath(text))))
      }),
      { numRuns: 3000 },
    )
  })

  test('if it has more than 16 steps or 500 characters', () => {
    expect(parsePath(`$.${'a.'.repeat(15)}a`)).toHaveLength(16)
    expect(parsePath('a'.repeat(500))).toHaveLength(1)
  })
})
