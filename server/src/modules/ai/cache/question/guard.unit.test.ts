import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-text.ts'
import { confusablePairs } from '../../../../../test/question-pairs.ts'
import { normalise } from '../../math/vectors.ts'
import { loadNetwork } from '../network.ts'
import { findDifference } from './differences.ts'
import { formOf } from './form.ts'
import { asksTheSame } from './guard.ts'
import { takeApart } from './question-words.ts'
import { isEdit } from './same-words.ts'

/** Equal vectors: the network is as sure as it can be, and only the rules keep two questions apart. */
const network = loadNetwork()
const vector = normalise(new Float32Array(384).fill(1))
const questionOf = (text: string) => ({ ...takeApart(formOf(text)), vector })
const isSame = (a: string, b: string) => asksTheSame(network, questionOf(a), questionOf(b))
const differenceOf = (a: string, b: string) => {
  const [one, other] = [questionOf(a), questionOf(b)]
  return findDifference(one, other, isEdit(one, other))
}

describe('a difference that matters keeps two questions apart', () => {
  test.for([
    ['kind', 'Why do I renew the certificate?', 'When do I renew the certificate?'],
    ['number', 'Error 0x80070005 during update', 'Error 0x80070057 during update'],
    ['number', 'The printer on the first floor is jammed', 'The printer on the second floor is jammed'],
    ['name', 'How do I open Slack?', 'How do I open Zoom?'],
    ['name', 'outlook crashes', 'excel crashes'],
    ['name', 'How do I reset the password?', 'How do I reset the Contoso password?'],
    ['negation', 'The printer is charging', "The printer isn't charging"],
    ['negation', 'Is the server reachable?', 'Is the server unreachable?'],
    ['time', 'Who is on call today?', 'Who is on call tomorrow?'],
    ['time', 'What to do before an upgrade', 'What to do after an upgrade'],
    ['quantity', 'How do I delete emails?', 'How do I delete all emails?'],
    ['opposite', 'How do I enable MFA?', 'How can I turn off and disable MFA?'],
    ['opposite', 'The setting is valid', 'The setting is invalid'],
    ['direction', 'Copy data from test to stage', 'How do I copy data from stage to test?'],
  ] as const)('%s: %s / %s', ([difference, a, b]) => {
    expect([differenceOf(a, b), differenceOf(b, a)]).toEqual([difference, difference])
    expect([isSame(a, b), isSame(b, a)]).toEqual([false, false])
  })
})

describe('what belongs to a noun may stand before or after it', () => {
  test.for([
    ['How do I reset my VPN password?', 'How do I reset the password for the VPN?'],
    ['How do I change my voicemail PIN?', 'How can I change the PIN of my voicemail?'],
    ['What are the service desk office hours?', 'What are the office hours of the service desk?'],
    ['db01 disk usage is above 95%', 'Disk usage above 95% on db01'],
    ['Server web-prod-01 is down', 'web-prod-01 server is down'],
    ['Install the VPN client', 'How do I install the VPN client?'],
    ['Why was my request rejected?', 'What is the reason my request was rejected?'],
  ])('%s = %s', ([a, b]) => {
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

test('of 1,600 questions that only read alike the rules alone keep nine in ten apart, and none have one form', () => {
  const pairs = confusablePairs()
  const forms = pairs.map(({ a, b }) => [formOf(a).toLowerCase(), formOf(b).toLowerCase()])
  expect(forms.filter(([a, b]) => a === b)).toEqual([])
  const apart = pairs.filter(({ a, b }) => differenceOf(a, b) !== undefined)
  expect(apart.length).toBeGreaterThan(0.85 * pairs.length)
})

test('another number is another question, wherever it stands', () => {
  const words = fc.array(
    fc.constantFrom('printer', 'the', 'reset', 'on', 'of', 'not', 'server', 'how', 'my'),
    { maxLength: 8 },
  )
  const number = fc.integer({ min: 13, max: 99_999 })
  fc.assert(
    fc.property(words, words, number, number, (before, after, n, m) => {
      const [a, b] = [n, m].map((value) => [...before, value, ...after].join(' '))
      expect(isSame(a!, b!)).toBe(n === m)
    }),
    { numRuns: 300 },
  )
})

test('any two texts are compared without a failure, and the order of the two does not matter', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      (a, b) => {
        expect(isSame(a, a)).toBe(true)
        expect(isSame(a, b)).toBe(isSame(b, a))
      },
    ),
    { numRuns: 200 },
  )
})
