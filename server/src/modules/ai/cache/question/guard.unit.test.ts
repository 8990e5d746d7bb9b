import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-text.ts'
import { confusablePairs } from '../../../../../test/question-pairs.ts'
import { loadEmbedding } from '../../embedding/static.ts'
import { canonical } from './canonical.ts'
import { asksTheSame } from './guard.ts'

const { countTokens } = loadEmbedding()
const isWord = (word: string) => countTokens(word) === 1
const formOf = (text: string) => canonical(text, isWord)
const isSame = (a: string, b: string) => asksTheSame(formOf(a), formOf(b))

test('no two questions that only read alike share an answer: more than 1,000 pairs', () => {
  const pairs = confusablePairs()
  expect(pairs.length).toBeGreaterThan(1000)
  expect(pairs.filter(({ a, b }) => a === b)).toEqual([])
  expect(pairs.filter(({ a, b }) => isSame(a, b) || isSame(b, a))).toEqual([])
})

describe('what belongs to a noun may stand before or after it', () => {
  test.for([
    ['How do I reset my VPN password?', 'How do I reset the password for the VPN?'],
    ['How do I change my voicemail PIN?', 'How can I change the PIN of my voicemail?'],
    ['How do I disable the Windows firewall?', 'How to turn off the firewall on Windows'],
    ['How do I reopen a resolved incident?', 'How can I reopen an incident that was resolved?'],
    ['Who owns the finance share access rights?', 'Who owns the access rights on the finance share?'],
    ['db01 disk usage is above 95%', 'Disk usage above 95% on db01'],
  ])('%s = %s', ([a, b]) => {
    expect(formOf(a!)).not.toBe(formOf(b!))
    expect([isSame(a!, b!), isSame(b!, a!)]).toEqual([true, true])
  })
})

describe('whatever else trades places asks something else', () => {
  test.for([
    ['Restart the application server', 'Restart the server application'],
    ['How do I run Windows on Outlook?', 'How do I run Outlook on Windows?'],
    ['Is server1 a replica of server2?', 'Is server2 a replica of server1?'],
    ['How do I create an account for an admin?', 'How does an admin create an account?'],
    ['How do I add a user group?', 'How do I add a group to a user?'],
    ['How do I archive deleted emails?', 'How do I delete archived emails?'],
    ['Copy of web01 on web02', 'Copy of web02 on web01'],
    ['Restore db01 from db02', 'db02 restore from db01'],
    ['Search for Outlook', 'Search in Outlook'],
    ['How do I report incidents?', 'How do I report on incidents?'],
    ['What is the firewall?', 'What does the firewall do?'],
    ['Who do I contact?', 'Who contacts me?'],
  ])('%s / %s', ([a, b]) => {
    expect([isSame(a!, b!), isSame(b!, a!)]).toEqual([false, false])
  })
})

const noise = fc.constantFrom('', '?', '!', ' ', '??', '.', ' please', ', thanks')
const question = fc.constantFrom(...confusablePairs().map(({ a }) => a))

test('case, blanks, courtesy and signs at the end change nothing', () => {
  fc.assert(
    fc.property(question, noise, fc.boolean(), (text, end, isHello) => {
      const bare = text.replace(/[?]$/, '')
      expect(isSame(text, `${isHello ? 'Hello, ' : ''}${bare.replaceAll(' ', '  ')}${end}`)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('another number is another question, wherever it stands', () => {
  const words = fc.array(
    fc.constantFrom('printer', 'the', 'reset', 'on', 'of', 'not', 'server', 'how', 'my'),
    {
      maxLength: 8,
    },
  )
  const number = fc.integer({ min: 13, max: 99_999 })
  fc.assert(
    fc.property(words, words, number, number, (before, after, n, m) => {
      const [a, b] = [n, m].map((value) => [...before, value, ...after].join(' '))
      expect(isSame(a!, b!)).toBe(n === m)
    }),
    { numRuns: 500 },
  )
})

test('any two texts are compared without a failure, and a text asks the same as itself', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      (a, b) => {
        expect(isSame(a, a)).toBe(true)
        expect(isSame(a, b)).toBe(isSame(b, a))
      },
    ),
    { numRuns: 300 },
  )
})
