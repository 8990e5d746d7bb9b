import { expect, test } from 'vitest'
import { completeMention, mentionAt, mentionedIn, withNames } from './mention.ts'

test.for<[string, string | undefined]>([
  ['@', ''],
  ['Ask @ada', 'ada'],
  ['(@ada.by', 'ada.by'],
  ["**@o'b", "o'b"],
  ['mail ada@example', undefined],
  ['@ada@example.com ', undefined],
  ['no one', undefined],
])('in %j the typed mention is %j', ([text, q]) => expect(mentionAt(text, text.length)?.q).toBe(q))

test('a mention is completed in the middle of a text', () => {
  const text = 'Ask @ad please'
  const mention = mentionAt(text, 7)!
  expect(completeMention(text, 7, mention, 'ada@example.com')).toEqual({
    text: 'Ask @ada@example.com please',
    cursor: 21,
  })
})

test('a note shows the names of the people that it mentions, and other addresses as they are', () => {
  const text = '@Ada@example.com and (@bob@mail.example.com), write to help@example.com. @ada@example.com'
  expect(mentionedIn(text)).toEqual(['ada@example.com', 'bob@mail.example.com'])
  expect(mentionedIn("**@o'brien@example.com**, @_svc@example.com's, josé@example.com")).toEqual([
    "o'brien@example.com",
    '_svc@example.com',
  ])
  expect(withNames(text, new Map([['ada@example.com', 'Ada *L*']]))).toBe(
    '**@Ada \\*L\\*** and (@bob@mail.example.com), write to help@example.com. **@Ada \\*L\\***',
  )
})

test('a note asks for the names of twenty people at most', () => {
  const emails = Array.from({ length: 21 }, (_, i) => `a${i}@example.com`)
  expect(mentionedIn(emails.map((email) => `@${email}`).join(' '))).toEqual(emails.slice(0, 20))
})
