import { expect, test } from 'vitest'
import { otherSpellings } from './hyphenation.ts'

test.each([
  ['wifi', 'wi-fi'],
  ['email', 'e-mail'],
  ['emails', 'e-mails'],
  ['login', 'log-in'],
  ['setup', 'set-up'],
  ['timeouts', 'time-outs'],
  ['voicemail', 'voice-mail'],
  ['offline', 'off-line'],
  ['reopened', 're-opened'],
])('%s is also written %s, and the other way round', (joined, hyphenated) => {
  expect(otherSpellings(joined)).toEqual([hyphenated])
  expect(otherSpellings(hyphenated)).toEqual([joined])
})

test.each('printer connection domain office report request error about in up fi'.split(' '))(
  '%s is written in one way',
  (word) => {
    expect(otherSpellings(word)).toEqual([])
  },
)
