import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { relayMessages } from './relay.ts'

const silent = { write: () => true }
const lineOf = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const initialize = lineOf({ id: 1, method: 'initialize', params: {} })

const open = (stdin: Readable, signal = new AbortController().signal) => {
  const written: string[] = []
  const stdout = { write: (text: string) => written.push(text) }
  const io: Io = { stdin, stdout, stderr: silent, env: {}, cwd: '/', signal }
  return { io, written }
}

test('a session that the service does not know any more is opened again, once for all messages', async () => {
  const { io, written } = open(
    Readable.from([initialize, lineOf({ id: 2, method: 'a' }), lineOf({ id: 3, method: 'b' })]),
  )
  const sent: string[] = []
  let sessions = 0
  await relayMessages(io, async (body, headers) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    sent.push(`${method} ${headers['mcp-session-id'] ?? 'none'}`)
    const isKnown = method === 'initialize' || headers['mcp-session-id'] === 's2'
    if (!isKnown) return Response.json({ code: 'unknown_session' }, { status: 404 })
    const session = new Headers(method === 'initialize' ? { 'mcp-session-id': `s${++sessions}` } : {})
    return Response.json({ jsonrpc: '2.0', id, result: {} }, { headers: session })
  })
  expect(sent.toSorted()).toEqual(
    ['initialize none', 'a s1', 'b s1', 'initialize none', 'a s2', 'b s2'].toSorted(),
  )
  expect(written.map((line) => (JSON.parse(line) as { id: number }).id).toSorted()).toEqual([1, 2, 3])
})

test('a session that stays unknown is an error of the message', async () => {
  const { io, written } = open(Readable.from([initialize, lineOf({ id: 2, method: 'a' })]))
  const unknown = { code: 'unknown_session', message: 'This session does not exist' }
  await relayMessages(io, async () => Response.json(unknown, { status: 404 }))
  const error = { code: -32_000, message: 'This session does not exist' }
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    { jsonrpc: '2.0', id: 1, error },
    { jsonrpc: '2.0', id: 2, error },
  ])
})

test('a batch is refused without sending it', async () => {
  const { io, written } = open(Readable.from(['[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n']))
  const sent: string[] = []
  await relayMessages(io, async (body) => {
    sent.push(body)
    return Response.json({ code: 'batch_not_supported' }, { status: 400 })
  })
  const message = 'Batches are not supported: send each message on a line of its own'
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message } },
  ])
  expect(sent).toEqual([])
})

test('a signal ends it while it waits for a line', async () => {
  const stop = new AbortController()
  const relaying = relayMessages(open(new PassThrough(), stop.signal).io, async () => Response.json({}))
  stop.abort()
  await expect(relaying).rejects.toThrow(/abort/i)
})
