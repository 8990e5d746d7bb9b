import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { Problem } from '../kernel/errors.ts'
import { parseJson } from './parse-json.ts'

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string))

function refusalOf(text: string | Buffer): Problem {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was accepted')
}

function outcomeOf(text: Buffer): { value: unknown } | { refusal: Problem } {
  try {
    return { value: parse(text) }
  } catch (error) {
    if (error instanceof Problem) return { refusal: error }
    throw error
  }
}

const malformed: [title: string, text: string | Buffer][] = [
  ['nothing', ''],
  ['only spaces', '  \n'],
  ['a body cut off', '{"a": 1'],
  ['two values', '{} {}'],
  ['a byte order mark', '\uFEFF{}'],
  ['a comment', '{"a": 1 /* one */}'],
  ['a trailing comma in an object', '{"a": 1,}'],
  ['a trailing comma in an array', '[1,]'],
  ['NaN', '{"a": NaN}'],
  ['Infinity', '[Infinity]'],
  ['single quotes', "{'a': 1}"],
  ['a key without quotes', '{a: 1}'],
  ['a leading zero', '[01]'],
  ['a hexadecimal number', '[0x10]'],
  ['a raw line break in a string', '"a\nb"'],
  ['a bad escape', '"\\x41"'],
  ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
]
test.each(malformed)('%s is refused as malformed', (_title, text) => {
  expect(refusalOf(text)).toMatchObject({ status: 400, code: 'malformed_json' })
})

test('a byte order mark, which nobody sees, is named', () => {
  expect(refusalOf('\ufeff{}').message).toBe('The body begins with a byte order mark: send UTF-8 without one')
})

const named: [title: string, text: string, code: string, pointer: string][] = [
  ['a key given twice', '{"a":1,"a":1}', 'duplicate_key', '/a'],
  ['a key given twice in different spellings', '{"a":1,"\\u0061":2}', 'duplicate_key', '/a'],
  ['a key given twice deep inside', '{"x":[{},{"y/z":{"b":1,"c":2,"b":3}}]}', 'duplicate_key', '/x/1/y~1z/b'],
  ['a number beyond all bounds', '{"n":1e400}', 'number_out_of_range', '/n'],
  ['a negative number beyond all bounds', '[0,-1e400]', 'number_out_of_range', '/1'],
  ['2^53 + 1', '{"n":9007199254740993}', 'number_out_of_range', '/n'],
  ['a 64-bit number', '{"n":18446744073709551615}', 'number_out_of_range', '/n'],
  ['NUL in a value', '{"a":["x","\\u0000"]}', 'nul_character', '/a/1'],
  ['half a surrogate pair, the upper', '{"a":"\\ud83d"}', 'lone_surrogate', '/a'],
  ['half a surrogate pair, the lower', '{"a":"\\ude00 x"}', 'lone_surrogate', '/a'],
  ['a surrogate pair in the wrong order', '{"a":"\\ude00\\ud83d"}', 'lone_surrogate', '/a'],
  ['__proto__', '{"a":{"__proto__":{"polluted":true}}}', 'forbidden_key', '/a/__proto__'],
  ['__proto__ in another spelling', '{"__\\u0070roto__":{"polluted":true}}', 'forbidden_key', '/__proto__'],
]
test.each(named)('%s is refused with its position', (_title, text, code, pointer) => {
  const refusal = refusalOf(text)
  expect(refusal).toMatchObject({ status: 400, code: 'malformed_json' })
  expect(refusal.errors).toEqual([expect.objectContaining({ code, pointer })])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('NUL and unpaired surrogates are refused in keys too', () => {
  expect(refusalOf('{"a\\u0000":1}').errors?.[0]?.code).toBe('nul_character')
  expect(refusalOf('{"\\udc00":1}').errors?.[0]?.code).toBe('lone_surrogate')
})

const accepted: string[] = [
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2}',
  '[9007199254740991,-9007199254740991,-0,0.1,1e-400,1E2,123456789012345678.5]',
  '"\\ud83d\\ude00"',
  '"😀 \u202e \u200b \u2028 \uffff \u{10ffff}"',
  '{"":"","\\"":"\\\\","\\/":"[{"}',
  ' [ ] ',
  'true',
]
test.each(accepted)('%s is parsed like JSON.parse', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text))
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

describe('size', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])))

  test('32 levels are accepted, 33 are refused', () => {
    expect(parse(nested(32))).toEqual(JSON.parse(nested(32)))
    expect(refusalOf(nested(33)).message).toContain('32 levels')
  })

  test('a hundred thousand levels are refused, closed or not', () => {
    expect(refusalOf(nested(100_000)).message).toContain('32 levels')
    expect(refusalOf('{"a":'.repeat(100_000)).message).toContain('32 levels')
  })

  test('brackets in a string are not levels', () => {
    expect(parse(JSON.stringify('[{'.repeat(100)))).toBe('[{'.repeat(100))
  })

  test('10,000 fields are accepted, 10,001 are refused', () => {
    expect(Object.keys(parse(keys(10_000)) as object)).toHaveLength(10_000)
    expect(refusalOf(keys(10_001)).message).toContain('10000 fields')
  })

  test('10,000 elements are accepted, 10,001 are refused, in one list or in several', () => {
    const list = (count: number) => JSON.stringify(Array<number>(count).fill(0))
    expect(parse(list(10_000))).toHaveLength(10_000)
    expect(refusalOf(list(10_001)).message).toContain('10000 elements')
    expect(refusalOf(`[${Array<string>(11).fill(list(1000)).join(',')}]`).message).toContain('10000 elements')
  })

  test('commas in a string are not elements', () => {
    expect(parse(JSON.stringify([','.repeat(20_000)]))).toEqual([','.repeat(20_000)])
  })
})

describe('any input', () => {
  const hasProto = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProto))
  const values = fc
    .jsonValue({ maxDepth: 6, stringUnit: anyCharacter })
    .filter((value) => !JSON.stringify(value).includes('\\u0000') && !hasProto(value))

  test('the output of JSON.stringify is parsed back unchanged', () => {
    fc.assert(
      fc.property(values, fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        const holdsLargeInteger = /\d{16}/.test(text.replaceAll(/"(\\.|[^"\\])*"/g, ''))
        fc.pre(!holdsLargeInteger)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('a damaged body is either parsed like JSON.parse or refused', () => {
    const seeds = [
      '{"a":1,"b":[true,null,"x\\u00e9\\n"],"c":{"d":-1.5e3,"e":"😀"}}',
      '[{"k":"v"},{"k":"\\ud83d\\ude00"},12345678901234567890,0.1]',
      '"\\\\\\"\\/"',
    ]
    const damage = fc.array(
      fc.record({
        at: fc.nat(80),
        byte: fc.oneof(
          fc.integer({ min: 0, max: 255 }),
          fc.constantFrom(...Buffer.from('{}[]",:\\u0019-+.eE \0')),
        ),
        how: fc.constantFrom('set', 'insert', 'cut'),
      }),
      { minLength: 1, maxLength: 4 },
    )
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom(...seeds), damage, (seed, edits) => {
        const bytes = [...Buffer.from(seed)]
        for (const { at, byte, how } of edits) {
          const place = at % Math.max(1, bytes.length)
          if (how === 'set') bytes[place] = byte
          else if (how === 'insert') bytes.splice(place, 0, byte)
          else bytes.splice(place, 1)
        }
        const text = Buffer.from(bytes)
        const outcome = outcomeOf(text)
        if ('value' in outcome) {
          read++
          assert.deepEqual(outcome.value, JSON.parse(text.toString()))
        } else assert.deepEqual([outcome.refusal.status, outcome.refusal.code], [400, 'malformed_json'])
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(100)
  })
})
