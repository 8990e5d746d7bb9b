import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startBreakingProxy } from '../../../test/breaking-proxy.ts'
import { openFolder } from '../../../test/folders.ts'
import { startImap, type ImapServer } from '../../../test/imap-server.ts'
import { readInbox, receivedFolder, UnreadableMessage, type Folder, type Message } from './mailbox.ts'
import type { MailContent } from './model.ts'

let imap: ImapServer
beforeAll(async () => {
  imap = await startImap()
})
afterEach(() => imap.clear())

const text = 'a line of text\r\n'.repeat(6_000)
const message = `From: ben@example.com\r\nSubject: Long\r\n\r\n${text}`

/** Loads everything and moves it; whether the run came to its end. */
async function run(address: string, loaded: MailContent[], whileReading?: () => void): Promise<boolean> {
  const sort = async (read: () => Promise<Message>): Promise<Folder> => {
    const { loadContent } = await read()
    whileReading?.()
    loaded.push(await loadContent())
    return receivedFolder
  }
  return readInbox(address, sort, () => false).then(
    () => true,
    () => false,
  )
}

test('a connection that is lost, at whichever command, leaves the message for the next run', async () => {
  imap.deliver(message)
  const proxy = await startBreakingProxy(new URL(imap.url))
  const loaded: MailContent[] = []
  for (let attempts = 1; !(await run(proxy.href, loaded)); attempts++) expect(attempts).toBeLessThan(50)
  const whole = { text: text.replaceAll('\r\n', '\n').trim(), files: [] }
  // Again, if it is lost while the message is moved.
  for (const content of loaded) expect(content).toEqual(whole)
  expect(imap.messages(receivedFolder)).toEqual([message])
})

test('a message that somebody deletes while it is read is not used, and those behind it are', async () => {
  for (const _ of [1, 2]) imap.deliver(message)
  const loaded: MailContent[] = []
  const deleteOnce = () => {
    if (imap.messages().length === 2) imap.clear()
  }
  expect(await run(imap.url, loaded, deleteOnce)).toBe(true)
  expect(loaded).toEqual([])
})

const plugin = (name: string, settings: string) =>
  `protocol imap {\n mail_plugins = ${name}\n imap_capability = IMAP4rev1 NAMESPACE UIDPLUS\n}\nplugin {\n${settings}\n}`

test('folders may have a prefix, and a server need not be able to move', async () => {
  const other = await startImap(`namespace inbox {\n prefix = INBOX.\n separator = .\n}\n${plugin('', '')}`)
  for (const one of ['first', 'second']) {
    other.deliver(`${message}${one}`)
    expect(await run(other.url, [])).toBe(true)
  }
  expect(other.messages()).toEqual([])
  expect(other.messages(receivedFolder).toSorted()).toEqual([`${message}first`, `${message}second`])
})

test('a full mailbox is named as the reason, and nothing is lost', async () => {
  const full = await startImap(plugin('quota', ' quota = maildir:User quota\n quota_rule = *:storage=1K'))
  full.deliver(message)
  await expect(
    readInbox(
      full.url,
      () => Promise.resolve(receivedFolder),
      () => false,
    ),
  ).rejects.toThrow(/did not move a message to the folder Mainstay received: .*quota/i)
  expect(full.messages()).toEqual([message])
})

test('a folder out of which nothing can be moved is not read', async () => {
  const rights = path.join(openFolder(), 'rights')
  writeFileSync(rights, '* owner lr\n')
  const other = await startImap(plugin('acl', ` acl = vfile:${rights}`))
  other.deliver(message)
  const loaded: MailContent[] = []
  expect(await run(other.url, loaded)).toBe(false)
  expect(loaded).toEqual([])
})

const emptyText = `--b\r\n\r\n \r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Hello\r\n--b--`
test.each([
  ['no encoding', 'text/plain', Buffer.from('f\u00fcr', 'latin1'), 'für'],
  ['a wrong encoding', 'text/plain; charset=utf-8', Buffer.from('f\u00fcr', 'latin1'), 'für'],
  ['an unknown encoding', 'text/plain; charset=x-y', Buffer.from('f\u00fcr', 'latin1'), 'für'],
  ['a broken character', 'text/plain; charset=utf-8', Buffer.from('c3bcc3', 'hex'), 'ü\ufffd'],
  ['KOI8-R', 'text/plain; charset=koi8-r', Buffer.from('f0d2c9', 'hex'), 'При'],
  ['GB 18030', 'text/plain; charset=gb18030', Buffer.from('d6d0b9fa', 'hex'), '中国'],
  ['UTF-7', 'text/plain; charset=utf-7', Buffer.from('f+APw-r'), 'für'],
  ['a page beside an empty text', 'multipart/alternative; boundary=b', Buffer.from(emptyText), 'Hello'],
])('the text with %s', async (_, type, body, expected) => {
  imap.deliver(Buffer.concat([Buffer.from(`From: a@b.test\r\nContent-Type: ${type}\r\n\r\n`), body]))
  const loaded: MailContent[] = []
  await run(imap.url, loaded)
  expect(loaded).toEqual([{ text: expected, files: [] }])
})

/** As RFC 2231 continues a long value. */
const pieces = (count: number) => Array.from({ length: count }, (_, at) => `name*${at}*=%41`).join(';\r\n ')
const part = (headers: string) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${headers}\r\n\r\nText\r\n--b--`
test.each([
  ['parameters', `Content-Type: text/plain; ${'a=b;\r\n '.repeat(500_000)}c=d\r\n\r\nText`],
  ['a parameter in pieces', part(`Content-Type: text/plain; ${pieces(20_000)}`)],
  ['a disposition', part(`Content-Disposition: attachment; ${'a=b;\r\n '.repeat(500_000)}c=d`)],
  ['headers of a part', part('X: y\r\n'.repeat(500_000).trim())],
  ['parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--`],
  ['recipients', `To: ${'a@b, '.repeat(50_000)}\r\n\r\nText`],
])('of too many %s only the start is loaded, and what is behind is read', async (_, rest) => {
  for (const one of [`From: a@b.test\r\n${rest}`, message]) imap.deliver(one)
  const outcomes: string[] = []
  const sort = async (read: () => Promise<Message>): Promise<Folder> => {
    const content = await read()
      .then(({ loadContent }) => loadContent())
      .catch((error: unknown) => error)
    outcomes.push(content instanceof UnreadableMessage ? content.message : 'it is read')
    return receivedFolder
  }
  await readInbox(imap.url, sort, () => false)
  expect(outcomes).toEqual(['it is too large', 'it is read'])
})
