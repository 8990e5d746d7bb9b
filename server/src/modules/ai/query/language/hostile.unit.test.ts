import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-text.ts'
import { asker, names, now, said, understood } from '../../../../../test/questions.ts'
import { commandIn } from './commands.ts'
import { listPath } from './list-path.ts'
import { phrases } from './vocabulary.ts'
import { wordsOf } from './words.ts'

const words = phrases.map(([phrase]) => phrase)
const extra = [
  'INC0000042',
  'INC',
  'CI1',
  'P1',
  'P9',
  '3',
  '31',
  'march',
  'and',
  'to',
  ':',
  '"',
  'db01',
  'chen wei',
  'team',
  ',',
  '2025-02-30',
  '99999',
]

/** What could be typed: words of the grammar in any order, and anything else. */
const question = fc.oneof(
  fc.array(fc.constantFrom(...words, ...extra), { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
)

test('whatever is typed is understood, passed on or refused, and never breaks', () => {
  fc.assert(
    fc.property(question, (text) => {
      assert.ok(['meaning', 'knowledge', 'help', 'invalid'].includes(understood(text).kind))
      const command = commandIn({ text, now, asker, names })
      assert.ok([undefined, 'command', 'invalid'].includes(command?.kind))
    }),
    { numRuns: 1000 },
  )
})

test('every time that is understood lies in years that the database knows, and its end is not before its start', () => {
  fc.assert(
    fc.property(question, (text) => {
      const understanding = understood(`incidents ${text}`)
      const meaning = understanding.kind === 'meaning' ? understanding.meaning : undefined
      const spans = (meaning?.conditions ?? []).flatMap((each) => ('span' in each ? [each.span] : []))
      const years = spans
        .flatMap(({ from, to }) => [from, to])
        .flatMap((time) => time?.getUTCFullYear() ?? [])
      assert.deepEqual(
        years.filter((year) => !(year >= 1969 && year <= 2201)),
        [],
      )
      assert.ok(!spans.some(({ from, to }) => from && to && from >= to))
      if (meaning) assert.match(listPath(meaning) ?? '/', /^\//)
    }),
    { numRuns: 1000 },
  )
})

test('every word of a question is used, told as unused, or says nothing by itself', () => {
  const strange = ['zyzzyva', 'qwertz', 'florb']
  for (const word of strange) {
    const understanding = understood(`open incidents ${word} of the network team`)
    expect(said(understanding)).toContain(word)
    expect(said(understood(`${word} how many open P1 incidents`))).toContain(word)
  }
})

/** The longest that is taken, made of what patterns like least: one that tries every way to match it would never end. */
const nasty = [
  'a '.repeat(1000),
  'last '.repeat(400),
  'not '.repeat(500),
  'between 1 and '.repeat(140),
  'from monday to '.repeat(130),
  '"'.repeat(2000),
  '“'.repeat(2000),
  `please ${'please '.repeat(280)}`,
  'INC0000001 '.repeat(180),
  `${'x'.repeat(1999)}!`,
  `${'.'.repeat(1000)}a${'.'.repeat(999)}`,
  "'s".repeat(1000),
  '-'.repeat(2000),
  `a@${'a.'.repeat(900)}`,
  `${'\u0301'.repeat(1999)}e`,
  'network '.repeat(250),
  'chen wei '.repeat(220),
  '😀'.repeat(1000),
  '1'.repeat(2000),
  `${'9'.repeat(300)} days ago`,
  'of the network team '.repeat(100),
  'a;'.repeat(1000),
]
test.for(nasty.map((text) => [text.slice(0, 20), text.slice(0, 2000)] as const))(
  '"%s…" is read to its end',
  ([, text]) => {
    const understanding = understood(text)
    commandIn({ text, now, asker, names })
    expect(['meaning', 'knowledge', 'help', 'invalid']).toContain(understanding.kind)
  },
)

test('a reason is looked for after the first words only, so that a text of commas takes no time', () => {
  const tailAfter = (pauses: number) => {
    const text = `set INC1 to P2${', P2'.repeat(pauses)}, we wait for the vendor`
    const command = commandIn({ text, now, asker, names })
    return command?.kind === 'command' ? command.commands[0]!.text : undefined
  }
  expect(tailAfter(2)).toBe('we wait for the vendor')
  expect(tailAfter(60)).toBeUndefined()
})

test('words keep their place in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
      for (const word of wordsOf(text)) {
        expect(text.slice(word.start, word.end).trim()).toBe(word.text)
        expect(word.text).not.toBe('')
      }
    }),
  )
})
