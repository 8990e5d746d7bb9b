import { expect, test } from 'vitest'
import { readHead } from './head.ts'
import { answeredRecord, titleOf } from './model.ts'

const ada = { name: 'Ada', address: 'Ada@Example.com' }
const read = (headers: string[], from = [ada], subject = '') =>
  readHead(Buffer.from([...headers, ''].join('\r\n')), { from, subject })

test.each([
  ['a name', 'From: Ada <Ada@Example.com>', [ada], 'ada@example.com'],
  [
    'a name that looks like an address',
    'From: "boss@example.com" <ada@example.com>',
    [ada],
    'ada@example.com',
  ],
  ['a comment', 'From: ada@example.com\r\n (boss@example.com)', [ada], 'ada@example.com'],
  ['two addresses', 'From: ada@example.com, boss@example.com', [ada, ada], undefined],
  [
    'two addresses, of which the server saw one',
    'From: <ada@example.com> <boss@example.com>',
    [ada],
    undefined,
  ],
  ['two headers', 'From: ada@example.com\r\nFrom: boss@example.com', [ada], undefined],
  ['another address than the server saw', 'From: boss@example.com', [ada], undefined],
  ['no header', 'To: desk@example.com', [], undefined],
])('the sender by %s', (_, header, from, address) => {
  expect(read([header], from).from).toBe(address)
})

test('without a Message-ID, a message is the same when it is delivered again', () => {
  const idOf = (received: string, date: string) => read([`Received: ${received}`, `Date: ${date}`]).id
  expect(idOf('first', 'Monday')).toBe(idOf('second', 'Monday'))
  expect(idOf('first', 'Monday')).not.toBe(idOf('first', 'Tuesday'))
})

test('a result is not read from a header that filters may have missed', () => {
  const missed = read(['Authentication-Results : mx.example.com; dmarc=pass'])
  const folded = read(['AUTHENTICATION-RESULTS:\r\n mx.example.com;\r\n\tdmarc=pass'])
  expect([missed.authentication, folded.authentication]).toEqual([[], ['mx.example.com; dmarc=pass']])
})

test.each([
  ['Auto-Submitted: auto-replied', true],
  ['Auto-Submitted: no', false],
  ['precedence:bulk', true],
  ['List-Id: <news.example.com>', true],
  ['Return-Path: <>', true],
  ['Return-Path: <ada@example.com>', false],
  ['Auto-Submitted: no\r\nAuto-Submitted: auto-generated', true],
  ['Auto-Submitted: no (a person)', false],
  ['Auto-Submitted: (vacation) auto-replied; owner-email="ada@example.com"', true],
  ['Precedence: auto_reply', true],
  ['Precedence: normal', false],
  ['X-Autoreply: yes', true],
  ['X-Autorespond: Away', true],
  ['X-Auto-Response-Suppress: DR, OOF, AutoReply', true],
  ['X-Auto-Response-Suppress: RN', false],
  ['Content-Type: multipart/report; report-type=disposition-notification', true],
  ['Content-Type: multipart/mixed', false],
])('sent automatically? %s', (header, expected) => {
  expect(read([header]).is_automatic).toBe(expected)
})

test.each([
  ['our message', ['References: <INC0000007@desk.test>'], '', 'INC0000007'],
  [
    'the newest of ours',
    ['References: <CHG0000001@desk.test>\r\n\t<INC0000007@desk.test>'],
    '',
    'INC0000007',
  ],
  ['one of another service', ['References: <INC0000007@other.test>'], '', undefined],
  ['something else of ours', ['References: <0123abcd@desk.test>'], '', undefined],
  ['our message, by its subject', ['In-Reply-To: <01@desk.test>'], 'AW: P1 REQ0000003: Laptop', 'REQ0000003'],
  ['nothing, with an ID in the subject', [], 'Again INC0000007', undefined],
])('the record of an answer to %s', (_, headers, subject, expected) => {
  expect(answeredRecord(read(headers, [ada], subject), 'desk.test')).toBe(expected)
})

test.each([
  ['VPN\n  is down ', 'VPN is down'],
  ['a\0b\nc', 'a b c'],
  [' ', 'E-mail from Ada'],
  ['\u200b', 'E-mail from Ada'],
  ['x'.repeat(300), 'x'.repeat(255)],
])('the title of the subject %j', (subject, title) => {
  expect(titleOf(read([], [ada], subject))).toBe(title)
})
