import * as fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Enum, SingleLine } from '../../../kernel/schema.ts'
import { check, read } from './structured.ts'

const Verdict = Type.Object(
  { priority: Enum(['P1', 'P2']), reason: SingleLine(100) },
  { additionalProperties: false },
)
const verdict = { priority: 'P1', reason: 'It {burns} and says "}"' }
const json = JSON.stringify(verdict)

test.each([
  ['alone', json],
  ['with spaces', `\n\n  ${json}  \n`],
  ['in a block of code', `Here:\n\`\`\`json\n${json}\n\`\`\``],
  ['in a block without a language', `\`\`\`\n${json}\n\`\`\`\nDone.`],
  ['behind another object', `{"priority": "P9"} or rather ${json}`],
  ['behind a brace that is never closed', `{ so: ${json}`],
  ['behind thoughts', `<think>{"priority":"P2","reason":"no"}</think>\n${json}`],
])('a value is found %s', (_, text) => {
  expect(read(Verdict, text)).toEqual({ value: verdict })
})

test.each([
  ['', 'it was not JSON'],
  ['P1', 'it was not JSON'],
  ['{"priority":"P1"', 'it was not JSON'],
  ['[]', 'the value must be object'],
  ['{"priority":"P7","reason":"x"}', '/priority must be equal to one of the allowed values'],
  ['{"priority":"P1"}', 'the value must have required properties reason'],
  ['{"priority":"P1","reason":"x","sql":"drop"}', '/sql is not expected'],
])('%s is refused with an explanation', (text, complaint) => {
  expect(read(Verdict, text)).toEqual({ complaint })
})

test('any model output is parsed without an exception, and only valid values are returned', () => {
  const noise = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('{', '}', '"', '```json\n', '\\', '<think>', json),
  )
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 40 }), (parts) => {
      const found = read(Verdict, parts.join(''))
      const complaint = 'value' in found ? check(Verdict, found.value) : undefined
      expect(complaint).toBeUndefined()
    }),
  )
})

test('megabytes of garbage are parsed quickly', () => {
  for (const part of ['{', '"', '{"', '```\n', '<think>', '[', '\\"{'])
    expect(read(Verdict, part.repeat(2_000_000 / part.length))).toEqual({ complaint: 'it was not JSON' })
})

test('endless nesting is refused too', () => {
  const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
  expect(read(Verdict, deep)).toHaveProperty('complaint')
})
