import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeAtEnd } from '../../test/cleanup.ts'
import { ReadOnlyServer } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'

/** What PostgreSQL says when a session begins. */
const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
const refusal = message('E', Buffer.from('SFATAL\0C28000\0Mno pg_hba.conf entry\0\0'))

/** A host that begins each session with the answer of the moment. */
async function openHost(answer: () => Buffer) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer()))
  }).listen(0, '127.0.0.1')
  closeAtEnd(() => void server.close())
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a host with a mistake does not hide that the others are away, once one took writes', async () => {
  // No attempt to connect takes too long.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const starting = message('E', Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0'))
  let answers = [starting, refusal]
  const urls = [await openHost(() => answers[0]!), await openHost(() => answers[1]!)]
  const hosts = new DatabaseHosts(`postgres://u:p@${urls.join()}/db`, pino({ level: 'silent' }))
  await expect(hosts.writable()).rejects.toThrow('no pg_hba.conf entry')
  answers = [welcome, refusal]
  const primary = await hosts.writable()
  hosts.suspect(primary)
  answers = [starting, refusal]
  await expect(hosts.writable()).rejects.toBeInstanceOf(ReadOnlyServer)
  answers = [refusal, refusal]
  await expect(hosts.writable()).rejects.not.toBeInstanceOf(ReadOnlyServer)
})
