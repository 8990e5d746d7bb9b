import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-text.ts'
import { sharedEncoder } from '../../embedding/encoder.ts'
import { formOf } from './form.ts'
import { isSameBy, judgeByWords } from './guard.ts'
import { questionWordsOf } from './question-words.ts'

const wordsOf = (text: string) => questionWordsOf(formOf(text))
const judge = (a: string, b: string) => judgeByWords(wordsOf(a), wordsOf(b))
const isSame = async (a: string, b: string) =>
  judge(a, b) ?? isSameBy(await sharedEncoder().compare(a, b), wordsOf(a), wordsOf(b))

describe('other figures and host names keep two questions apart', () => {
  test.for([
    ['Error 0x80070005 during update', 'Error 0x80070057 during update'],
    ['The printer on the first floor is jammed', 'The printer on the second floor is jammed'],
    ['What is the status of INC0012345?', 'What is the state of INC0012354?'],
    ['Who handles P1 tickets?', 'Which people work on P2 tickets?'],
    ['How do I map drive D?', 'How do I map drive S?'],
    ['Is web01 a copy of web02?', 'Is web01 a copy of web03?'],
    ['How do I restart server alpha?', 'How do I restart server beta?'],
    ['How do I restart alpha?', 'How do I restart beta?'],
    ['How do I restart server hera?', 'What are the steps to reboot the server zeus?'],
    ['Who is responsible for cluster Falcon?', 'Who is responsible for cluster Osprey?'],
  ])('%s / %s', ([a, b]) => {
    expect([judge(a!, b!), judge(b!, a!)]).toEqual([false, false])
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
  ])('%s = %s', async ([a, b]) => {
    expect([await isSame(a!, b!), await isSame(b!, a!)]).toEqual([true, true])
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
    ['Can I reset the password?', 'Should I reset the password?'],
  ])('%s / %s', async ([a, b]) => {
    expect([await isSame(a!, b!), await isSame(b!, a!)]).toEqual([false, false])
  })
})

describe('the model knows what is meant', () => {
  test.for([
    [
      'How do I get access to the shared drive?',
      'I need permission for the shared drive, what do I have to do?',
    ],
    ['The VPN connection drops every few minutes', 'I keep getting disconnected from the VPN'],
    [
      'Who do I call when the server room is too hot?',
      'Whom should I phone if it gets too warm in the server room?',
    ],
  ])('%s = %s', async ([a, b]) => {
    expect([await isSame(a!, b!), await isSame(b!, a!)]).toEqual([true, true])
  })

  test.for([
    ['How do I enable MFA?', 'How can I turn off and disable MFA?'],
    ['Is the server reachable?', 'Is the server unreachable?'],
    ['Who is on call today?', 'Who is on call tomorrow?'],
    ['How do I open Slack?', 'How do I open Zoom?'],
    ['Copy data from test to stage', 'How do I copy data from stage to test?'],
    ['Enable HTTPS on the web server', 'Enable HTTP on the web server'],
    ['How do I delete emails?', 'How do I delete all emails?'],
    ['Account locked', 'Account unlocked'],
    ['Does staging replicate to production?', 'Is staging a replica of production?'],
  ])('%s / %s', async ([a, b]) => {
    expect([await isSame(a!, b!), await isSame(b!, a!)]).toEqual([false, false])
  })
})

test('questions longer than the model reads are the same only by their words', async () => {
  const [outlook, other] = [
    'My Outlook on the new laptop shows an error every time I try to open the calendar of a colleague in another department since the update last week',
    'Since the update last week my Outlook on the new laptop shows an error every time I try to open the calendar of a colleague in another department',
  ]
  const [password, vpn] = [
    `${outlook}, and how do I reset my password?`,
    `${other}, and how do I connect to the VPN?`,
  ]
  expect([await isSame(password, vpn), await isSame(vpn, password)]).toEqual([false, false])
  expect(await isSame(password, password)).toBe(true)
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
      expect(judge(a!, b!)).toBe(n === m)
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
        expect(judge(a, a)).toBe(true)
        expect(judge(a, b)).toBe(judge(b, a))
      },
    ),
    { numRuns: 200 },
  )
})

test('the model gives one figure for two texts, whatever they are and whichever comes first', async () => {
  const texts = ['', '\u{1F600} 日本', 'word '.repeat(1000), 'How do I print?']
  for (const a of texts)
    for (const b of texts) {
      const logit = await sharedEncoder().compare(a, b)
      expect(logit).not.toBeNaN()
      expect(await sharedEncoder().compare(b, a)).toBe(logit)
    }
})
