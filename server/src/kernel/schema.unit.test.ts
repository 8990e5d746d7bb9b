import { describe, expect, test } from 'vitest'
import type { TSchema } from 'typebox'
import { validatorCompiler } from '../http/validate.ts'
import {
  Body,
  Email,
  Enum,
  SingleLine,
  NamedObject,
  Nullable,
  Roles,
  Text,
  Timestamp,
  withoutExtensions,
} from './schema.ts'

const checkOf = (schema: TSchema) => {
  const check = validatorCompiler({
    schema: Body({ value: schema }),
    httpPart: 'body',
    method: 'POST',
    url: '/',
  })
  return (value: unknown): boolean => !('error' in (check({ value }) as object))
}
const accepts = (schema: TSchema, value: unknown): boolean => checkOf(schema)(value)

describe('a single-line text', () => {
  const fine = ['a', ' a ', 'é 😀 中文', 'a\u200b', 'x'.repeat(10), '😀'.repeat(10), 'مرحبا', '<b>&</b>']
  test.each(fine)('%s is accepted', (text) => {
    expect(accepts(SingleLine(10), text)).toBe(true)
  })

  const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter(
    (code) => code < 0x20 || code > 0x7e,
  )
  test('contains no control character or line break at any position', () => {
    const isLine = checkOf(SingleLine(10))
    for (const code of [...controls, 0x2028, 0x2029])
      for (const text of ['a_', '_a', 'a_b', '_'])
        expect(isLine(text.replace('_', String.fromCharCode(code))), `U+${code.toString(16)}`).toBe(false)
  })

  const unseen = ['\u200b', '\u3164', '\u2800', '\u202e', ' \u200b\ufe0f ']
  test.each(['', ' ', '\u00a0', '\u3000\u2003', ...unseen, 'x'.repeat(11), '😀'.repeat(11)])(
    '"%s" is refused',
    (text) => {
      expect(accepts(SingleLine(10), text)).toBe(false)
    },
  )

  test('validates a very long text in one pass', () => {
    for (const text of ['x'.repeat(1_000_000), ' '.repeat(1_000_000), `${' '.repeat(999_999)}\n`])
      expect(accepts(SingleLine(2_000_000), text)).toBe(text.includes('x'))
  })
})

test('a multi-line text keeps its line breaks and may be empty', () => {
  for (const text of ['', 'a\nb\tc', '😀'.repeat(5)]) expect(accepts(Text(5), text)).toBe(true)
  expect(accepts(Text(5), 'x'.repeat(6))).toBe(false)
})

const emails: [address: string, is: boolean][] = [
  ['ann@example.com', true],
  ['a.b+c@sub.example.com', true],
  ['ann', false],
  ['ann@', false],
  ['@example.com', false],
  ['ann@example.com\n', false],
  ['ann ben@example.com', false],
  [`${'a'.repeat(250)}@example.com`, false],
]
test.each(emails)('%s as an e-mail address: %s', (address, is) => {
  expect(accepts(Email, address)).toBe(is)
})

const times: [time: string, is: boolean][] = [
  ['2026-01-02T03:04:05Z', true],
  ['2026-01-02T03:04:05.678+02:00', true],
  ['2026-01-02', false],
  ['2026-13-02T03:04:05Z', false],
  ['2026-02-30T03:04:05Z', false],
  ['yesterday', false],
]
test.each(times)('%s as a time: %s', (time, is) => {
  expect(accepts(Timestamp, time)).toBe(is)
})

test('null is accepted only if the schema allows it', () => {
  expect(accepts(Nullable(SingleLine(5)), null)).toBe(true)
  expect(accepts(Nullable(SingleLine(5)), 'a')).toBe(true)
  expect(accepts(Nullable(SingleLine(5)), 7)).toBe(false)
  expect(accepts(SingleLine(5), null)).toBe(false)
})

test('roles are a non-empty set of known names', () => {
  expect(accepts(Roles, ['viewer', 'auditor'])).toBe(true)
  for (const value of [[], ['king'], ['viewer', 'viewer'], 'viewer', [null]])
    expect(accepts(Roles, value)).toBe(false)
})

test('a schema is sent to others without internal keywords, at any depth', () => {
  expect(withoutExtensions(NamedObject('Verdict', { risk: Enum(['low']), reason: SingleLine(100) }))).toEqual(
    {
      type: 'object',
      required: ['risk', 'reason'],
      properties: {
        risk: { type: 'string', enum: ['low'] },
        reason: { type: 'string', minLength: 1, maxLength: 100, pattern: expect.any(String) },
      },
    },
  )
})
