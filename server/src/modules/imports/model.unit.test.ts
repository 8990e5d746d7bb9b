import { expect, test } from 'vitest'
import { isSameNote, type ComparedNote } from './model.ts'

const note = (time: string, author = 'Ada Marsh', body = 'Called'): ComparedNote => ({
  body,
  author,
  created_at: new Date(`2024-03-01T${time}Z`),
})

test.for<[isSame: boolean, reason: string, other: ComparedNote]>([
  [true, 'the same time', note('09:12:44')],
  [true, 'another zone and the user name', note('08:12:44', 'ada')],
  [true, 'a zone of a quarter of an hour, without seconds', note('03:27:00', 'ada')],
  [false, 'another text', note('09:12:44', 'Ada Marsh', 'Called again')],
  [false, 'later, by the same person', note('10:12:44')],
  [false, 'later, by another person', note('09:20:44', 'ben')],
  [false, 'further apart than zones are', note('23:27:44', 'ada')],
])('%s for %s', ([isSame, , other]) => {
  expect(isSameNote(note('09:12:44'), other)).toBe(isSame)
})
