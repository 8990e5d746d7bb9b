import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { startBareServer, type BareServer } from '../../test/bare-server.ts'
import { eventually } from '../../test/eventually.ts'
import { expectProblem } from '../../test/problem.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { SlowClients } from '../../test/slow-clients.ts'

const form = 'application/x-www-form-urlencoded'
/** More than the kernel buffers for a client that does not read. */
const large = Buffer.alloc(8 * 2 ** 20, 'x')

let closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

const access = { roles: 'public' } as const
const mount = (http: FastifyInstance) => {
  http.get('/large', { config: { access } }, async (_request, reply) => reply.send(large))
  http.get('/streamed', { config: { access } }, async (_request, reply) =>
    reply.send(Readable.from([large, large])),
  )
  http.get('/returned', { config: { access } }, async () => large)
  http.get('/written', { config: { access } }, async (_request, reply) => {
    reply.hijack()
    reply.raw.end(large)
  })
  http.post('/take', { config: { access } }, async () => ({ ok: true }))
  http.post('/upload', { bodyLimit: 40 * 2 ** 20, config: { access } }, async () => ({ ok: true }))
}

async function start(env: Record<string, string> = {}) {
  const server = await startBareServer(
    { '/open': access },
    { RATE_LIMIT_USER_PER_SECOND: '100000', ...env },
    mount,
  )
  const address = await server.http.listen({ host: '127.0.0.1', port: 0 })
  const clients = new SlowClients(address)
  closing.push(
    () => server.close(),
    () => clients.close(),
  )
  return { server, address, clients }
}

const ask = (address: string, path: string) =>
  rawRequest(address, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

/** Long enough to measure the rate, so that queued requests count as a queue. */
const fullSecond = async ({ admission }: BareServer) => {
  const since = performance.now()
  await eventually(() => performance.now() - since > 1200)
  return admission.inFlight
}

test('clients that send a body or read a response slowly do not count as load', async () => {
  const { server, address, clients } = await start()
  await clients.sendPart(60, '/take', 'application/json')
  for (const path of ['/large', '/streamed', '/returned', '/written']) await clients.stopReading(20, path)
  expect(await fullSecond(server)).toBe(0)
  for (let i = 0; i < 20; i++) expect((await ask(address, '/open')).status).toBe(200)
})

test('200 clients that stall during a token request do not block others', async () => {
  const app = await startApp()
  closing.push(() => app.close())
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const clients = new SlowClients(address)
  closing.push(() => clients.close())
  await clients.sendPart(200, '/oauth2/token', form)
  const since = performance.now()
  await eventually(() => performance.now() - since > 1200)
  for (let i = 0; i < 5; i++) {
    expect((await app.call('GET', '/incidents')).statusCode).toBe(200)
    await app.tokenFor('viewer')
    expect((await ask(address, '/readyz')).status).toBe(200)
  }
})

test('the time of the handler counts, not that of the client afterwards', async () => {
  let release: (() => void) | undefined
  const server = await startBareServer({}, {}, (http) =>
    http.get('/held', { config: { access } }, async () => {
      await new Promise<void>((resolve) => (release = resolve))
      return { ok: true }
    }),
  )
  closing.push(() => server.close())
  const answer = server.http.inject('/held')
  const end = await eventually(() => release)
  expect(server.admission.inFlight).toBe(1)
  end!()
  expect((await answer).statusCode).toBe(200)
  expect(server.admission.inFlight).toBe(0)
})

test('a request whose body arrives after the service became overloaded is rejected', async () => {
  const server = await startBareServer({ '/open': access }, {}, (http) =>
    http.addHook('preHandler', async () => {
      for (let i = 0; i < 2000; i++) server.admission.enter('read')
    }),
  )
  closing.push(() => server.close())
  expectProblem(await server.http.inject('/open'), 503, 'overloaded')
  expect(server.admission.inFlight).toBe(2000)
})

test('a client that disconnects while sending is not a server error', async () => {
  const statuses: number[] = []
  const server = await startBareServer({}, {}, (http) => {
    http.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode))
    mount(http)
  })
  const clients = new SlowClients(await server.http.listen({ host: '127.0.0.1', port: 0 }))
  closing.push(
    () => server.close(),
    () => clients.close(),
  )
  await clients.sendPart(3, '/take', 'application/json')
  clients.close()
  await eventually(() => statuses.length === 3)
  expect(statuses).toEqual([400, 400, 400])
})

const endOf = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

test('a body that does not arrive in time gets 408', async () => {
  const { clients } = await start({ REQUEST_TIMEOUT_SECONDS: '1' })
  const sockets = await clients.sendPart(3, '/take', 'application/json')
  for (const answer of await Promise.all(sockets.map(endOf))) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('request_timeout')
  }
})

test('a client that does not read its response in time is disconnected', async () => {
  const { server, clients } = await start({ RESPONSE_TIMEOUT_SECONDS: '1' })
  // A pipelined second response has no socket yet, and must not keep the connection open.
  const connectMore = (count: number) =>
    clients.stopReading(count, '/open', '\r\nGET /large HTTP/1.1\r\nHost: x\r\n')
  const [reader] = await connectMore(1)
  reader!.on('data', () => {}) // this one does read
  await eventually(() => reader!.bytesRead > large.length)
  await connectMore(2)
  const open = () =>
    new Promise<number>((resolve) => server.http.server.getConnections((_error, count) => resolve(count)))
  await eventually(async () => (await open()) === 1)
  expect(reader!.destroyed).toBe(false)
})

test('the connections of one address are limited, those of a trusted proxy are not', async () => {
  const { address, clients } = await start({ MAX_CONNECTIONS_PER_ADDRESS: '5' })
  const [first] = await clients.sendPart(5, '/take', 'application/json')
  const refused = await rawRequest(address, '')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.headers['x-ratelimit-limit']).toMatch(/^\d+$/)
  expect(JSON.parse(refused.body)).toMatchObject({ status: 429, code: 'too_many_connections' })
  first!.destroy()
  await eventually(async () => (await ask(address, '/open')).status === 200)

  const proxied = await start({ MAX_CONNECTIONS_PER_ADDRESS: '5', TRUSTED_PROXIES: '127.0.0.0/8' })
  await proxied.clients.sendPart(20, '/take', 'application/json')
  expect((await ask(proxied.address, '/open')).status).toBe(200)
})

test.each([
  ['', '72'],
  ['127.0.0.0/8', '620'],
])('with the trusted proxies "%s" an idle connection is kept for %s seconds', async (proxies, seconds) => {
  const { address } = await start({ TRUSTED_PROXIES: proxies })
  const { headers } = await fetch(`${address}/open`)
  expect(headers.get('keep-alive')).toBe(`timeout=${seconds}`)
})

test('a request on a refused connection is not executed, also while the answer waits for the limiter', async () => {
  let carriedOut = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const server = await startBareServer(
    {},
    { MAX_CONNECTIONS_PER_ADDRESS: '1' },
    (http) => http.get('/count', { config: { access } }, async () => ({ count: ++carriedOut })),
    (limiter) => ({ ...limiter, take: async (charges) => released.then(() => limiter.take(charges)) }),
  )
  closing.push(() => server.close())
  const accepted: Socket[] = []
  server.http.server.on('connection', (socket) => accepted.push(socket))
  const address = await server.http.listen({ host: '127.0.0.1', port: 0 })
  const held = connect(Number(new URL(address).port), '127.0.0.1')
  closing.push(() => held.destroy())
  await once(held, 'connect')
  const answers = Promise.all(Array.from({ length: 10 }, () => ask(address, '/count')))
  await eventually(() => accepted.length === 11 && accepted.slice(1).every(({ bytesRead }) => bytesRead > 0))
  release()
  expect((await answers).map(({ status }) => status)).toEqual(Array(10).fill(429))
  expect(carriedOut).toBe(0)
})

test('a body is refused before it is received when too many large ones are under way', async () => {
  const { address, clients } = await start()
  const upload = async (bytes: number) => {
    const body = JSON.stringify({ text: 'x'.repeat(bytes) })
    const head = `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n`
    return (await rawRequest(address, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)).status
  }
  const large = 5 * 2 ** 20
  expect(await upload(large)).toBe(200)
  const sockets = await clients.sendPart(7, '/upload', 'application/json', 36 * 2 ** 20)
  await eventually(async () => (await upload(large)) === 503)
  expect(await upload(1000)).toBe(200)
  for (const socket of sockets) socket.destroy()
  await eventually(async () => (await upload(large)) === 200)
})
