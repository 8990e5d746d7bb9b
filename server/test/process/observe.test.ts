import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../../src/kernel/ids.ts'
import { eventually } from '../eventually.ts'
import { serviceClient } from '../service-client.ts'
import { startService, type Service } from '../service.ts'

const received: string[] = []
const collector = createServer(async (request: IncomingMessage, response) => {
  received.push(`${request.url} ${await text(request)}`)
  response.end('{}')
})
let service: Service
let token: string

beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as { port: number }
  const env = { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  service = await startService(env)
  token = await service.token()
})
afterAll(() => collector.close())

test('metrics count requests by route and status, and measure latency, connections and queues', async () => {
  await service.call(token, '/users/usr_nobody')
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(
    /mainstay_http_requests_total\{method="GET",route="[^"]*\/users\/:id",status="404"\} 1/,
  )
  for (const part of ['bucket\\{le="10",', 'count\\{'])
    expect(metrics).toMatch(
      new RegExp(`mainstay_http_request_duration_seconds_${part}method="GET",route="[^"]*/users/:id"\\} 1`),
    )
  for (const gauge of [
    'mainstay_db_connections',
    'mainstay_db_idle_connections',
    'mainstay_db_waiting',
    'mainstay_http_in_flight',
  ])
    expect(metrics).toMatch(new RegExp(`^${gauge} \\d+$`, 'm'))
  for (const gauge of ['mainstay_jobs_waiting', 'mainstay_jobs_dead', 'mainstay_jobs_oldest_due_seconds'])
    expect(metrics).toMatch(new RegExp(`^${gauge}\\{type="rotate-signing-keys"\\} `, 'm'))
})

test('unknown paths share one label, so that a scanner cannot fill the memory', async () => {
  for (let i = 0; i < 20; i++) await fetch(`${service.url}/scan/${i}`)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).not.toContain('/scan/')
  expect(metrics).toMatch(/mainstay_http_requests_total\{method="GET",route="unknown",status="404"\} 20/)
})

test.each(['x-forwarded-for', 'forwarded'])(
  'metrics requested through a proxy (%s) need a token',
  async (header) => {
    const headers = { [header]: 'for=127.0.0.1' }
    const refused = await fetch(`${service.url}/metrics`, { headers })
    expect(refused.status).toBe(401)
    expect(await refused.text()).not.toContain('mainstay_')
    const authorization = `Bearer ${token}`
    expect((await fetch(`${service.url}/metrics`, { headers: { ...headers, authorization } })).status).toBe(
      200,
    )
  },
)

test('the log contains no secret, at any level', async () => {
  const secrets = {
    wrong: 'a-wrong-secret-of-a-client',
    password: 'a-Password-that-is-long-1',
    query: 'a-secret-in-a-query',
  }
  const made = (await (await service.write(token, 'planted')).json()) as Record<string, string>
  const key = Object.values(made).find((value) => typeof value === 'string' && value.length > 40)!
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: key,
    subject_token_type: 'urn:mainstay:token-type:api-key',
  }
  const post = (form: Record<string, string>, headers = {}) =>
    fetch(`${service.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form), headers })
  const exchanged = (await (await post(exchange)).json()) as { access_token: string }
  expect((await service.askToken({ id: serviceClient.id, secret: secrets.wrong })).status).toBe(401)
  const basic = Buffer.from(`${serviceClient.id}:${serviceClient.secret}`).toString('base64')
  expect((await post({ grant_type: 'client_credentials' }, { authorization: `Basic ${basic}` })).status).toBe(
    200,
  )
  const user = {
    email: 'planted@example.com',
    name: 'Planted',
    roles: ['viewer'],
    password: secrets.password,
  }
  expect((await service.call(token, '/users', { method: 'POST', body: JSON.stringify(user) })).status).toBe(
    201,
  )
  await service.call(token, '/users', {
    method: 'POST',
    body: JSON.stringify({ ...user, password: 1, roles: secrets.password }),
  })
  await fetch(`${service.url}/prod/api/users?access_token=${secrets.query}`)
  await service.call(`${token}x`, '/users')
  await eventually(() =>
    service.log.some(({ route, status }) => String(route).endsWith('/users') && status === 401),
  )
  const output = service.stdout + service.stderr
  const planted = {
    ...secrets,
    key,
    basic,
    token,
    exchanged: exchanged.access_token,
    secret: serviceClient.secret,
    admin: 'a-password-of-process-tests',
  }
  const shown = Object.entries(planted).filter(([, secret]) => output.includes(secret))
  expect(shown.map(([name]) => name)).toEqual([])
})

/** Bytes that an HTTP client would refuse to send. */
async function sendRaw(header: string): Promise<string> {
  const socket = connect(service.port, '127.0.0.1')
  socket.end(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`)
  return text(socket)
}

test.each([
  ['a carriage return', 'X-Request-Id: a\rb'],
  ['a line feed', 'X-Request-Id: a\n{"level":60,"msg":"forged"}'],
  ['a quote and braces', 'X-Request-Id: a","msg":"forged"}'],
  ['a terminal escape', 'X-Request-Id: a\u001b[31mforged'],
  ['more than fits', `X-Request-Id: ${'forged'.repeat(100)}`],
])('a request ID with %s is neither logged nor returned', async (_case, header) => {
  const answer = await sendRaw(header)
  expect(answer).not.toContain('forged')
  expect(answer).toMatch(/x-request-id: req_/i)
  const next = randomId('after_')
  await service.call(token, '/profile', { headers: { 'x-request-id': next } })
  await eventually(() => service.stdout.includes(next))
  expect(service.stdout).not.toContain('forged')
  // `log` parses every line: none is broken.
  expect(service.log.length).toBeGreaterThan(0)
})

test('a valid request ID of the caller is in the log', async () => {
  await service.call(token, '/profile', { headers: { 'x-request-id': 'my-own.id:1' } })
  await eventually(() => service.log.some(({ request_id }) => request_id === 'my-own.id:1'))
  expect(service.log.find(({ request_id }) => request_id === 'my-own.id:1')).toMatchObject({
    method: 'GET',
    status: 200,
  })
})

test('with a collector each request becomes a span of the route', async () => {
  await service.call(token, '/users/usr_traced')
  const mapping = { action: 'create_incident', field_mapping: { short_description: '{{ title }}' } }
  const body = JSON.stringify({ name: 'Traced', ...mapping })
  const made = await service.call(token, '/webhooks/inbound', { method: 'POST', body })
  const { id } = (await made.json()) as { id: string }
  // Also where there is no route, no such method and no valid body.
  for (const path of [id, `${id}?key=${id}`, `${id}/${id}`])
    for (const method of ['POST', 'PATCH'])
      await fetch(`${service.url}/prod/api/webhooks/inbound/${path}`, { method, body: id })
  const spans = () => received.filter((line) => line.startsWith('/v1/traces ')).join('\n')
  await eventually(() => spans().includes('/prod/api/v1/users/:id'))
  expect(await service.stop()).toBe(0)
  expect(spans()).toContain('mainstay')
  expect(spans()).not.toContain(token)
  // The address of an inbound webhook is its credential.
  expect(spans()).toContain('/webhooks/inbound/:id')
  expect(id).toMatch(/^wh_in_/)
  expect(spans()).not.toContain(id)
})
