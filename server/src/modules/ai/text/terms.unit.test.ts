import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-text.ts'
import { termsOf } from './terms.ts'

test.each([
  ['a plural', 'policies', 'policy'],
  ['a plural', 'matches', 'match'],
  ['a plural', 'devices', 'device'],
  ['what is done', 'updating', 'updates'],
  ['what was done', 'stopped', 'stop'],
  ['what was done', 'retried', 'retry'],
  ['an accent', 'Café', 'cafe'],
  ['upper case', 'KERBEROS', 'kerberos'],
  ['a contraction', 'can’t', "can't"],
  ['a possessive', "user's", 'user'],
])('%s makes no difference: %s is %s', (_, one, other) => {
  expect(termsOf(one)).toEqual(termsOf(other))
  expect(termsOf(one)).toHaveLength(1)
})

test.each(['speed', 'status', 'access', 'string', 'bus', 'dns', 'is-7'])('%s keeps its ending', (word) => {
  expect(termsOf(word)).toContain(word)
})

test.each([
  ['kb-123', ['kb-123', 'kb', '123']],
  ['0x80070005', ['0x80070005']],
  ['appmanifest.xml', ['appmanifest.xml', 'appmanifest', 'xml']],
  ['AssemblyVersion', ['assemblyversion', 'assembly', 'version']],
  ['Windows\\System32', ['windows\\system32', 'window', 'system32']],
  ['10.0.0.1', ['10.0.0.1', '10', '0', '0', '1']],
])('a code is a term as a whole and in its parts: %s', (code, terms) => {
  expect(termsOf(code)).toEqual(terms)
})

test('words joined by a hyphen are separate words', () => {
  expect(termsOf('co-management')).toEqual(['co', 'management'])
})

test('stop words are left out', () => {
  expect(termsOf('What is the way to do this for all of you?')).toEqual(['way', 'all'])
})

const verdict = '?'
test.each([
  'Can I use my own device?',
  'My laptop is new. Does it need a license?',
  'If I leave the company, will my account be deleted?',
  'Isn’t that the same?',
  'Yes. You can use it everywhere.',
  'No, only administrators can.',
  'Can I use my own device?\nOnly with a passcode.',
  'Devices\n**Yes**, with a passcode.',
])('a yes/no question and its answer share a term: %s', (text) => {
  expect(termsOf(text)).toContain(verdict)
})
test.each([
  'How can I use my own device?',
  'Can I. What?',
  'Device is in use',
  'No printer was found',
  'Notes: yes',
  'See below\nand above\nYes.',
])('other texts do not have it: %s', (text) => {
  expect(termsOf(text)).not.toContain(verdict)
})

test('any text gives short, non-empty terms deterministically', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const terms = termsOf(text)
      expect(termsOf(text)).toEqual(terms)
      expect(terms.filter((term) => term.length === 0 || term.length > 64 || /\s/.test(term))).toEqual([])
    }),
  )
})

test.each([
  ['one word', 'x'.repeat(300_000)],
  ['one code', 'a-1'.repeat(100_000)],
  ['ligatures', '\u{FDFA}'.repeat(200_000)],
  ['question marks', '? '.repeat(150_000)],
  ['clauses', 'if '.repeat(100_000)],
  ['apostrophes', "a'".repeat(150_000)],
])('the number of terms of a long text of %s is bounded', (_, text) => {
  expect(termsOf(text).length).toBeLessThanOrEqual(20_000)
})
