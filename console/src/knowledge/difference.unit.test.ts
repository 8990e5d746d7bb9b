import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, difference } from './difference.ts'

const told = (before: string, after: string, around?: number) =>
  difference(before, after, around).map((row) =>
    row.kind === 'left out'
      ? `… ${row.count}`
      : { same: '  ', removed: '- ', added: '+ ' }[row.kind] +
        row.words.map(({ kind, text }) => (kind === 'same' ? text : `[${text}]`)).join(''),
  )

const line = fc.constantFrom('a', 'b', 'c', '', 'a b')

test('each of the two texts can be read from the difference, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const parts = compare(before, after)
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }),
  )
})

test('nothing less than the longest common sequence is called the same', () => {
  const same = compare(Array.from('abcabba'), Array.from('cbabac')).filter(({ kind }) => kind === 'same')
  expect(same).toHaveLength(4)
})

test('a line that was changed shows which words', () => {
  expect(told('Open the portal.\nWait five minutes.', 'Open the portal.\nWait ten minutes.')).toEqual([
    '  Open the portal.',
    '- Wait [five] minutes.',
    '+ Wait [ten] minutes.',
  ])
})

test('a line that is another altogether is shown whole', () => {
  expect(told('apples', 'pears')).toEqual(['- apples', '+ pears'])
})

test('lines that came or went are told apart from those that stay', () => {
  expect(told('one\ntwo\nthree', 'one\nthree\nfour\nfive')).toEqual([
    '  one',
    '- two',
    '  three',
    '+ four',
    '+ five',
  ])
})

test('long passages that are the same are left out, but for what stands around a change', () => {
  const text = (changed: string) =>
    [...Array.from({ length: 10 }, (_, n) => `line ${n}`), changed, 'end'].join('\n')
  expect(told(text('x'), text('y'), 2)).toEqual(['… 8', '  line 8', '  line 9', '- x', '+ y', '  end'])
})

test('two equal texts have nothing but what is left out', () => {
  expect(told('a\nb\nc', 'a\nb\nc')).toEqual(['… 3'])
  expect(told('', '')).toEqual(['  '])
})

test('two long texts without a line in common are one after the other, at once', () => {
  const lines = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word} ${n}`)
  const parts = compare(lines('before'), lines('after'))
  expect(parts.slice(0, 3000).every(({ kind }) => kind === 'removed')).toBe(true)
  expect(parts.slice(3000).every(({ kind }) => kind === 'added')).toBe(true)
})
