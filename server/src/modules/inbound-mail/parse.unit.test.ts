import { expect, test } from 'vitest'
import { answeredRecord, titleOf } from './model.ts'
import { parseMail } from './parse.ts'

const parse = (headers: string[], body = 'Hello') =>
  parseMail(Buffer.from([...headers, '', body].join('\r\n')))
const from = 'From: Ada <Ada@Example.com>'

test.each([
  ['a name', from, 'ada@example.com'],
  ['a name that looks like an address', 'From: "boss@example.com" <ada@example.com>', 'ada@example.com'],
  ['two addresses', 'From: ada@example.com, boss@example.com', undefined],
  ['two addresses in brackets', 'From: <ada@example.com> <boss@example.com>', undefined],
  ['two headers', `${from}\r\nFrom: boss@example.com`, undefined],
  ['a group', 'From: Team: ada@example.com;', undefined],
  ['a comment', 'From: ada@example.com (boss@example.com)', 'ada@example.com'],
  ['no header', 'To: desk@example.com', undefined],
])('the sender by %s', async (_, header, address) => {
  expect((await parse([header])).from).toBe(address)
})

test.each([
  ['Auto-Submitted: auto-replied', true],
  ['Auto-Submitted: no', false],
  ['Precedence: bulk', true],
  ['List-Id: <news.example.com>', true],
  ['Return-Path: <>', true],
  ['Return-Path: <ada@example.com>', false],
])('sent automatically? %s', async (header, expected) => {
  expect((await parse([from, header])).is_automatic).toBe(expected)
})

test('text of any encoding is read, and HTML as text', async () => {
  const latin = await parseMail(
    Buffer.from(
      `${from}\r\nSubject: =?iso-8859-1?Q?B=FCro?=\r\nContent-Type: text/plain; charset=windows-1252\r\n\r\nfür`,
      'latin1',
    ),
  )
  expect([latin.subject, latin.text]).toEqual(['Büro', 'für'])
  const html =
    '<style>p{}</style><p>Two<br>lines</p><img src="x"><script>x()</script><blockquote>old</blockquote>'
  const { text } = await parse([from, 'Content-Type: text/html; charset=utf-8'], html)
  expect(text).toBe('Two\nlines\n\n> old')
})

test('deeply nested HTML and parts are read without an overflow', async () => {
  const { text } = await parse([from, 'Content-Type: text/html'], `${'<div>'.repeat(50_000)}x`)
  expect(text.length).toBeLessThan(10)
})

test('files have a safe name, and images of a signature are left out', async () => {
  const part = (head: string[], body: string) => ['--b', ...head, '', body].join('\r\n')
  const body = [
    part(
      ['Content-Type: multipart/related; boundary=c'],
      [
        '--c\r\nContent-Type: text/html\r\n\r\n<p>Hi</p><img src="cid:logo">',
        '--c\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\n\r\nx',
        '--c--',
      ].join('\r\n'),
    ),
    part(
      [
        'Content-Type: text/plain',
        'Content-Disposition: attachment; filename="../a\\b.txt"',
        'Content-Transfer-Encoding: base64',
      ],
      'ZGF0YQ==',
    ),
    part(['Content-Type: application/pdf', 'Content-Disposition: attachment'], 'data'),
    '--b--',
  ].join('\r\n')
  const { files } = await parse([from, 'Content-Type: multipart/mixed; boundary=b'], body)
  expect(files.map(({ filename, content_type }) => [filename, content_type])).toEqual([
    ['.._ab.txt', 'text/plain'],
    ['attachment-2', 'application/pdf'],
  ])
  expect(files[0]!.content.toString()).toBe('data')
})

test.each([
  ['our message', ['References: <INC0000007@desk.test>'], 'INC0000007'],
  ['the newest of ours', ['References: <CHG0000001@desk.test> <INC0000007@desk.test>'], 'INC0000007'],
  ['one of another service', ['References: <INC0000007@other.test>'], undefined],
  ['something else of ours', ['References: <0123abcd@desk.test>'], undefined],
  [
    'our message, by its subject',
    ['In-Reply-To: <0123@desk.test>', 'Subject: AW: P1 REQ0000003: Laptop'],
    'REQ0000003',
  ],
  ['nothing, with an ID in the subject', ['Subject: Again INC0000007'], undefined],
])('the record of an answer to %s', async (_, headers, expected) => {
  expect(answeredRecord(await parse([from, ...headers]), 'desk.test')).toBe(expected)
})

test.each([
  ['Subject: VPN\r\n  is down', 'VPN is down'],
  ['Subject: =?utf-8?Q?a=00b=0Ac?=', 'a b c'],
  ['Subject:  ', 'E-mail from Ada'],
  ['Subject: =?utf-8?Q?=E2=80=8B?=', 'E-mail from Ada'],
  ['X: y', 'E-mail from Ada'],
])('the title of %s', async (header, title) => {
  expect(titleOf(await parse([from, header]))).toBe(title)
})

test('a long title is cut', async () => {
  expect(titleOf(await parse([from, `Subject: ${'x'.repeat(300)}`]))).toHaveLength(255)
})
