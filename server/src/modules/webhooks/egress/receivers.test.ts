import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { SecureVersion } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { authority, makeAuthority, selfSigned, type Certificate } from '../../../../test/certificates.ts'
import { socketsDuring, startEgress } from '../../../../test/egress.ts'
import { eventually } from '../../../../test/eventually.ts'
import { freePort } from '../../../../test/free-port.ts'
import { startReceiver } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const egress = startEgress(receiver.env)

test('a request arrives unchanged, and its response is returned', async () => {
  receiver.answer = { status: 201, headers: { 'retry-after': '7' }, body: 'Danke 🎉' }
  const body = Buffer.from('{"text":"äöü 🔥 \u2028"}')
  const outcome = await egress.post(`${receiver.url}?a=b%20c`, { headers: { 'X-Service-Event': 'x' }, body })
  expect(outcome).toEqual({
    status: 201,
    error: null,
    retry_after: '7',
    response_body: 'Danke 🎉',
    latency_ms: expect.any(Number) as number,
  })
  const { method, path, headers, body: arrived } = receiver.received.at(-1)!
  expect([method, path, arrived]).toEqual(['POST', '/hook?a=b%20c', body])
  expect(headers).toEqual({
    host: `127.0.0.1:${receiver.port}`,
    connection: 'keep-alive',
    'content-length': String(body.length),
    'x-service-event': 'x',
  })
})

test('a GET has no body', async () => {
  const outcome = await egress.send({
    owner: 'x',
    method: 'GET',
    url: receiver.url,
    headers: {},
    timeout_ms: 120_000,
    signal: new AbortController().signal,
  })
  expect(outcome).toMatchObject({ status: 201, error: null })
  expect(receiver.received.at(-1)).toMatchObject({ method: 'GET', body: Buffer.alloc(0) })
})

test.each([200, 204, 299, 400, 401, 404, 410, 429, 500, 503])(
  'the status %i is returned as it is',
  async (status) => {
    receiver.answer = { status, headers: { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' } }
    expect(await egress.post(receiver.url)).toMatchObject({
      status,
      error: null,
      retry_after: 'Fri, 31 Dec 2027 23:59:59 GMT',
    })
  },
)

describe('a redirect', () => {
  test.each([300, 301, 302, 303, 307, 308])('by %i is never followed', async (status) => {
    const elsewhere = await startReceiver()
    for (const location of [
      elsewhere.url,
      'https://127.0.0.1/',
      'http://169.254.169.254/',
      '/other',
      receiver.url,
    ]) {
      receiver.answer = { status, headers: { location } }
      const before = receiver.received.length
      expect(await egress.post(receiver.url)).toMatchObject({ status, error: null })
      expect(receiver.received.length).toBe(before + 1)
    }
    expect(elsewhere.connections).toBe(0)
  })
})

describe('a slow receiver', () => {
  test.each(['silence', 'drip'] as const)('that sends %s is abandoned after the time-out', async (fault) => {
    receiver.answer = { fault }
    const { error, latency_ms, status } = await egress.post(receiver.url, { timeout_ms: 3000 })
    expect(error).toBe('timeout')
    expect(status).toBe(fault === 'drip' ? 200 : null)
    expect(latency_ms).toBeGreaterThan(2000)
  })

  test('that responds too late counts as a time-out', async () => {
    receiver.answer = { delay_ms: 60_000 }
    expect(await egress.post(receiver.url, { timeout_ms: 200 })).toMatchObject({
      status: null,
      error: 'timeout',
    })
  })

  test('that timed out does not have its connection reused', async () => {
    receiver.answer = (_request, count) => (count === first ? { fault: 'silence' } : {})
    const first = receiver.received.length + 1
    expect(await egress.post(receiver.url, { timeout_ms: 3000 })).toMatchObject({ error: 'timeout' })
    expect(await egress.post(receiver.url)).toMatchObject({ status: 200 })
    const [silent, next] = receiver.received.slice(-2)
    expect(next!.connection).toBeGreaterThan(silent!.connection)
  })

  test('that accepts the connection without a TLS handshake is abandoned and disconnected', async () => {
    const sockets = new Set<Socket>()
    const mute = createServer((socket) => {
      sockets.add(
        socket
          .on('error', () => undefined)
          .on('close', () => sockets.delete(socket))
          .resume(),
      )
    })
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const outcome = await egress.post(`https://127.0.0.1:${port}/`, { timeout_ms: 300 })
    expect(outcome).toMatchObject({ status: null, error: 'timeout' })
    await eventually(() => sockets.size === 0)
    mute.close()
  })
})

describe('a large response', () => {
  test.each(['flood', 'endless'] as const)(
    '(%s) is read in part and cut off; the status counts',
    async (fault) => {
      const large = await startReceiver({ answer: { status: 202, fault } })
      const sockets = await socketsDuring(async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, i) => egress.post(large.url, { owner: `${fault} ${i}` })),
        )
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({ status: 202, error: null })
          expect(outcome.response_body).toBe('x'.repeat(4096))
        }
      })
      const { connections } = large
      expect([connections, sockets.length]).toEqual([20, 20])
      expect(Math.max(...sockets.map(({ bytesRead }) => bytesRead))).toBeLessThan(2 ** 20)
      await large.close()
      expect(large.sent_bytes).toBeGreaterThan(connections * 4096)
      expect(large.sent_bytes / connections).toBeLessThan(16 * 2 ** 20) // buffered by the operating system
    },
  )

  test('that is compressed is not decompressed', async () => {
    receiver.answer = { fault: 'gzip_bomb' }
    const { status, error, response_body } = await egress.post(receiver.url)
    expect([status, error]).toEqual([200, null])
    expect(response_body.length).toBeLessThanOrEqual(4096)
    expect(response_body).not.toContain('\0')
  })

  test.each([
    [4096, 4096],
    [4097, 4096],
    [16 * 1024, 4096],
    [0, 0],
  ])('of %i bytes is stored as %i', async (size, kept) => {
    receiver.answer = { body: 'y'.repeat(size) }
    const { response_body, error } = await egress.post(receiver.url)
    expect([error, response_body]).toEqual([null, 'y'.repeat(kept)])
  })

  test('is cut between characters', async () => {
    receiver.answer = { body: `a${'🔥'.repeat(2000)}` }
    expect((await egress.post(receiver.url)).response_body).toBe(`a${'🔥'.repeat(1023)}`)
  })

  test('with oversized headers is an error', async () => {
    receiver.answer = { headers: { 'x-large': 'z'.repeat(64 * 1024) } }
    expect(await egress.post(receiver.url)).toMatchObject({ status: null, error: 'protocol_error' })
  })
})

test('a response of any bytes becomes text that can be stored', async () => {
  receiver.answer = { body: Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x62]) }
  expect((await egress.post(receiver.url)).response_body).toBe('a\uFFFD\uFFFD\uFFFDb')
})

describe('a connection that breaks', () => {
  test.each([
    ['close', null, 'connection_failed'],
    ['reset', null, 'connection_failed'],
    ['cut', 200, 'connection_failed'],
    ['garbage', null, 'protocol_error'],
  ] as const)('by %s is reported in general terms', async (fault, status, error) => {
    receiver.answer = { fault }
    expect(await egress.post(receiver.url)).toMatchObject({ status, error, response_body: '' })
  })

  test('or is refused is reported too', async () => {
    const url = `https://127.0.0.1:${await freePort()}/hook`
    expect(await egress.post(url)).toMatchObject({ status: null, error: 'connection_failed' })
  })

  test('is not retried internally', async () => {
    receiver.answer = { fault: 'reset' }
    const before = receiver.received.length
    await egress.post(receiver.url)
    expect(receiver.received.length).toBe(before + 1)
  })
})

describe('TLS', () => {
  const failing: [what: string, certificate: () => Promise<Certificate>, code: string][] = [
    ['expired', async () => (await authority()).issueExpired(), 'CERT_HAS_EXPIRED'],
    ['self-signed', () => selfSigned(), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'for another host',
      async () => (await authority()).issue(['other.test']),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'of an unknown authority',
      async () => (await makeAuthority()).issue(),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
  ]
  test.each(failing)('a certificate that is %s is refused', async (_what, make, code) => {
    const strange = await startReceiver({ certificate: await make() })
    expect(await egress.post(strange.url)).toMatchObject({ status: null, error: `tls_error: ${code}` })
    expect(strange.received).toEqual([])
  })

  test('no environment variable makes it accept one', async () => {
    const strange = await startReceiver({ certificate: await selfSigned() })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      const careful = startEgress({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' })
      expect(await careful.post(strange.url)).toMatchObject({
        error: 'tls_error: DEPTH_ZERO_SELF_SIGNED_CERT',
      })
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
    expect(strange.received).toEqual([])
  })

  test('the certificate file makes ours trusted', async () => {
    const stranger = startEgress({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' })
    expect(await stranger.post(receiver.url)).toMatchObject({
      error: 'tls_error: UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    })
  })

  const old: SecureVersion[] = ['TLSv1', 'TLSv1.1']
  test.each(old)('%s is refused', async (version) => {
    const tls = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
    const outdated = await startReceiver({ tls })
    const { status, error } = await egress.post(outdated.url)
    expect([status, error]).toEqual([null, expect.stringMatching(/^tls_error: ERR_SSL_\w*PROTOCOL\w*$/)])
    expect(outdated.received).toEqual([])
  })

  test.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('%s is supported', async (version) => {
    const modern = await startReceiver({ tls: { minVersion: version, maxVersion: version } })
    expect(await egress.post(modern.url)).toMatchObject({ status: 200, error: null })
    expect(modern.received).toMatchObject([{ tls: { version } }])
  })

  test('a plain HTTP server is refused', async () => {
    const plain = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\n\r\n'))
    plain.listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const { port } = plain.address() as AddressInfo
    const { status, error } = await egress.post(`https://127.0.0.1:${port}/`)
    plain.close()
    expect([status, error]).toEqual([null, expect.stringMatching(/^tls_error: ERR_SSL_\w+$/)])
  })

  test('SNI is sent for a name, and not for an address', async () => {
    receiver.answer = {}
    await egress.post(`https://localhost:${receiver.port}/`)
    expect(receiver.received.at(-1)).toMatchObject({ tls: { servername: 'localhost' } })
    await egress.post(receiver.url)
    expect(receiver.received.at(-1)).toMatchObject({ tls: { servername: false } })
  })
})

describe('an abort', () => {
  test('before the start rejects, and nothing is sent', async () => {
    const before = receiver.received.length
    const signal = AbortSignal.abort(new Error('stopping'))
    await expect(egress.post(receiver.url, { signal })).rejects.toThrow('stopping')
    expect(receiver.received.length).toBe(before)
  })

  test('while the receiver is slow rejects and closes the connection', async () => {
    receiver.answer = { fault: 'silence' }
    const before = receiver.received.length
    const controller = new AbortController()
    const sending = egress.post(receiver.url, { signal: controller.signal })
    await eventually(() => receiver.received.length === before + 1)
    controller.abort(new Error('stopping'))
    await expect(sending).rejects.toThrow('stopping')
  })

  test('during the DNS lookup rejects, and nothing is sent afterwards', async () => {
    receiver.answer = {}
    let found: (addresses: string[]) => void = () => {}
    const slow = startEgress(receiver.env, () => new Promise((resolve) => (found = resolve)))
    const before = receiver.received.length
    const controller = new AbortController()
    const sending = slow.post(`https://localhost:${receiver.port}/`, { signal: controller.signal })
    controller.abort(new Error('stopping'))
    await expect(sending).rejects.toThrow('stopping')
    found(['127.0.0.1'])
    expect(await egress.post(receiver.url)).toMatchObject({ status: 200 })
    expect(receiver.received.length).toBe(before + 1)
  })
})

test('an invalid header is reported, too', async () => {
  const before = receiver.received.length
  const headers = { 'x-note': 'two\r\nlines' }
  expect(await egress.post(receiver.url, { headers })).toMatchObject({
    status: null,
    error: 'invalid_request',
  })
  expect(receiver.received.length).toBe(before)
})

test('after closing nothing is sent', async () => {
  const ended = startEgress(receiver.env)
  await ended.close()
  const before = receiver.received.length
  expect(await ended.post(receiver.url)).toMatchObject({ status: null, error: 'connection_failed' })
  expect(receiver.received.length).toBe(before)
})

test('closing cuts open connections and those being opened', async () => {
  const ending = startEgress(receiver.env)
  receiver.answer = { fault: 'silence' }
  const before = receiver.received.length
  const sending = ending.post(receiver.url)
  await eventually(() => receiver.received.length === before + 1)
  await ending.close()
  expect(await sending).toMatchObject({ status: null, error: 'connection_failed' })
})
