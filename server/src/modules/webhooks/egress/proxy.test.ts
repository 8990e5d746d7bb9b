import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEgress } from '../../../../test/egress.ts'
import { eventually } from '../../../../test/eventually.ts'
import { startReceiver } from '../../../../test/receiver.ts'

/** The CONNECT requests to the proxy, with their headers. */
const connectRequests: { authority: string; headers: IncomingHttpHeaders }[] = []
let mood: 'helpful' | 'forbidding' | 'silent' | 'broken' = 'helpful'
const waiting = new Set<Socket>()

const proxy = createServer((_request, response) => response.writeHead(405).end())
proxy.on('connect', (request, socket: Socket) => {
  connectRequests.push({ authority: request.url!, headers: request.headers })
  waiting.add(socket.on('error', () => undefined).on('close', () => waiting.delete(socket)))
  socket.on('end', () => socket.end())
  if (mood === 'silent') return socket.resume()
  if (mood === 'broken') return socket.destroy()
  if (mood === 'forbidding')
    return socket.resume().end('HTTP/1.1 403 Forbidden\r\nX-Internal: 10.9.8.7\r\n\r\nno')
  const { hostname, port } = new URL(`http://${request.url}`)
  const onward = connect(Number(port), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy())
})

const names: Record<string, string[]> = { 'hook.test': ['127.0.0.2'], 'inside.test': ['10.0.0.1'] }

proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const receiver = await startReceiver({ host: '127.0.0.2', names: ['hook.test'] })
const url = `https://hook.test:${receiver.port}/hook`
const env = {
  ...receiver.env,
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32', // not the address of the proxy, which needs no permission
  WEBHOOK_PROXY: `http://us%40er:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
}
const egress = startEgress(env, (hostname) => Promise.resolve(names[hostname] ?? []))
afterAll(() => {
  for (const socket of waiting) socket.destroy()
  proxy.close()
})
beforeEach(() => {
  mood = 'helpful'
  connectRequests.length = 0
})

test('the proxy connects to the checked address and sees only encrypted data', async () => {
  expect(await egress.post(url)).toMatchObject({ status: 200, error: null })
  const authority = `127.0.0.2:${receiver.port}`
  const credentials = `Basic ${Buffer.from('us@er:pass').toString('base64')}`
  expect(connectRequests).toMatchObject([
    { authority, headers: { host: authority, 'proxy-authorization': credentials } },
  ])
  const { headers, tls } = receiver.received.at(-1)!
  expect(tls.servername).toBe('hook.test')
  expect(headers).not.toHaveProperty('proxy-authorization')
})

test('a forbidden address is not sent to the proxy', async () => {
  for (const host of ['inside.test', '10.0.0.1', '[::1]', '169.254.169.254', 'nowhere.test'])
    expect(await egress.post(`https://${host}/`)).toMatchObject({
      status: null,
      error: host === 'nowhere.test' ? 'dns_failure' : 'address_refused',
    })
  expect(connectRequests).toEqual([])
})

test('the certificate must be that of the receiver', async () => {
  names['other.test'] = ['127.0.0.2']
  expect(await egress.post(url.replace('hook.test', 'other.test'))).toMatchObject({
    status: null,
    error: 'tls_error: ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

test.each(['forbidding', 'broken'] as const)(
  'a proxy that is %s is reported in general terms',
  async (how) => {
    mood = how
    const before = receiver.connections
    const outcome = await egress.post(url, { owner: how })
    expect(outcome).toMatchObject({ status: null, error: 'connection_failed', response_body: '' })
    expect(receiver.connections).toBe(before)
  },
)

test('a proxy that never responds is abandoned and disconnected', async () => {
  mood = 'silent'
  expect(await egress.post(url, { owner: 'silent', timeout_ms: 300 })).toMatchObject({ error: 'timeout' })
  egress.forget('wh_out_test')
  await eventually(() => waiting.size === 0)
})

test('without a proxy, connections are direct, also if configured explicitly', async () => {
  const env = { ...receiver.env, WEBHOOK_PROXY: 'direct', HTTPS_PROXY: 'http://127.0.0.1:9' }
  const direct = startEgress(env, (hostname) => Promise.resolve(names[hostname] ?? []))
  expect(await direct.post(url)).toMatchObject({ status: 200, error: null })
  expect(connectRequests).toEqual([])
})
