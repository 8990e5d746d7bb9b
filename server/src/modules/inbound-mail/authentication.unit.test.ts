import { expect, test } from 'vitest'
import { passesDmarc } from './authentication.ts'

const server = 'mx.example.com'

test.each([
  ['mx.example.com; dmarc=pass header.from=corp.example'],
  ['MX.example.com 1; spf=fail smtp.mailfrom=x.example; DMARC = pass (p=reject) header.from=corp.example'],
  ['mx.example.com (ours; first); dmarc=pass'],
])('confirms: %s', (header) => {
  expect(passesDmarc([header], server)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['another server', 'mx.evil.example; dmarc=pass'],
  ['a name that begins like ours', 'mx.example.com.evil.example; dmarc=pass'],
  ['no result', 'mx.example.com; spf=pass; dkim=pass'],
  ['a failure', 'mx.example.com; dmarc=fail'],
  ['no policy', 'mx.example.com; dmarc=none'],
  ['a result within a comment', 'mx.example.com; dmarc=fail (; dmarc=pass )'],
  ['a comment within a comment', 'mx.example.com; spf=fail ( ( ) ; dmarc=pass ; )'],
  ['a result within a quoted string', 'mx.example.com; spf=fail smtp.mailfrom="a; dmarc=pass;"@x.example'],
  ['an escaped parenthesis', String.raw`mx.example.com; spf=fail (\); dmarc=pass;)`],
  ['a longer word', 'mx.example.com; dmarc=passed'],
  ['another method', 'mx.example.com; xdmarc=pass'],
])('does not confirm: %s', (_, header) => {
  expect(passesDmarc([header], server)).toBe(false)
})

test('filters of one server write headers of their own; a forged result beside the real one does not help', () => {
  const dkim = 'mx.example.com; dkim=pass header.d=corp.example'
  expect(passesDmarc([dkim, 'mx.example.com; dmarc=pass'], server)).toBe(true)
  expect(passesDmarc(['mx.example.com; dmarc=fail', dkim, 'mx.example.com; dmarc=pass'], server)).toBe(false)
})
