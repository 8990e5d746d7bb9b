import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, difference } from './difference.ts'

const rowsOf = (before: string, after: string, around?: number) =>
  difference(before, after, around).map((row) =>
    row.kind === 'left out'
      ? `… ${row.count}`
      : { same: '  ', removed: '- ', added: '+ ' }[row.kind] +
        row.words.map(({ kind, text }) => (kind === 'same' ? text : `[${text}]`)).join(''),
  )

const line = fc.constantFrom('a', 'b', 'c', '', 'a b')

test('both texts can be reconstructed from the difference', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const parts = compare(before, after)
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }),
  )
})

test('the unchanged parts are a longest common subsequence', () => {
  const same = compare(Array.from('abcabba'), Array.from('cbabac')).filter(({ kind }) => kind === 'same')
  expect(same).toHaveLength(4)
})

test('a changed line shows which words changed', () => {
  expect(rowsOf('Open the portal.\nWait five minutes.', 'Open the portal.\nWait ten minutes.')).toEqual([
    '  Open the portal.',
    '- Wait [five] minutes.',
    '+ Wait [ten] minutes.',
  ])
})

test('a completely different line is shown as removed and added', () => {
  expect(rowsOf('apples', 'pears')).toEqual(['- apples', '+ pears'])
})

test('added and removed lines are distinguished from unchanged ones', () => {
  expect(rowsOf('one\ntwo\nthree', 'one\nthree\nfour\nfive')).toEqual([
    '  one',
    '- two',
    '  three',
    '+ four',
    '+ five',
  ])
})

test('long unchanged passages are left out except around a change', () => {
  const text = (changed: string) =>
    [...Array.from({ length: 10 }, (_, n) => `line ${n}`), changed, 'end'].join('\n')
  expect(rowsOf(text('x'), text('y'), 2)).toEqual(['… 8', '  line 8', '  line 9', '- x', '+ y', '  end'])
})

test('equal texts have no changes', () => {
  expect(rowsOf('a\nb\nc', 'a\nb\nc')).toEqual(['… 3'])
  expect(rowsOf('', '')).toEqual(['  '])
})

test('two long texts without a common line are compared quickly', () => {
  const lines = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word} ${n}`)
  const parts = compare(lines('before'), lines('after'))
  expect(parts.slice(0, 3000).every(({ kind }) => kind === 'removed')).toBe(true)
  expect(parts.slice(3000).every(({ kind }) => kind === 'added')).toBe(true)
})
