import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveInbound, type Inbound } from '../../../../test/inbound.ts'
import { startReceiver, type Receiver } from '../../../../test/receiver.ts'
import { subscriptionConfirmation as confirmation } from '../../../../test/sns.ts'

const host = 'sns.eu-central-1.amazonaws.com'
const publicAddress = '93.184.215.14'

/** Stands for Amazon on a free port: requests to its address and port 443 are redirected there. */
let amazon: Receiver
const asked: string[] = []
const open = new Set<Socket>()
const proxy = createServer()
proxy.on('connect', (request, socket: Socket) => {
  asked.push(request.url!)
  open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)))
  const onward = connect(amazon.port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy())
})

let app: TestApp
let inbound: Inbound
const resolved: string[] = []
beforeAll(async () => {
  amazon = await startReceiver({ names: [host] })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const env = {
    WEBHOOK_CA_FILE: amazon.ca_file,
    WEBHOOK_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  }
  const resolve = async (name: string) => {
    resolved.push(name)
    return [publicAddress]
  }
  app = await startApp(env, { resolve })
  inbound = driveInbound(app)
})
afterAll(async () => {
  await app.close()
  for (const socket of open) socket.destroy()
  proxy.close()
})

/** As SNS sends it. */
const plain = {
  'content-type': 'text/plain; charset=UTF-8',
  'x-amz-sns-message-type': 'SubscriptionConfirmation',
}
const subscribe = (more: object = {}) =>
  inbound.create({ name: 'Alarms', preset: 'cloudwatch', field_mapping: undefined, ...more })
const jobsLeft = () => app.query(`select from jobs where type = 'confirm-subscription'`)

test('a subscription is confirmed by requesting exactly the URL from SNS, once', async () => {
  const webhook = await subscribe()
  expect(await inbound.taken(webhook, JSON.stringify(confirmation), plain)).toEqual({ status: 'confirming' })
  await eventually(async () => (await inbound.calls(webhook, { status: 'confirmed' })).total === 1)
  expect(resolved).toEqual([host])
  expect(asked).toEqual([`${publicAddress}:443`])
  const [request, ...others] = amazon.received
  expect(others).toEqual([])
  expect(request).toMatchObject({ method: 'GET', tls: { servername: host } })
  expect(`https://${request!.headers.host}${request!.path}`).toBe(confirmation.SubscribeURL)
  expect(request!.headers).not.toHaveProperty('authorization')
  expect(request!.body).toHaveLength(0)
  expect(await jobsLeft()).toEqual([])
  const { data } = await inbound.calls(webhook)
  expect(data.map(({ status }) => status)).toEqual(['confirmed', 'confirming'])
  expect(await app.query('select from incidents')).toEqual([])
})

test('if Amazon responds with an error, the request is retried', async () => {
  const before = amazon.received.length
  amazon.answer = (_request, count) => ({ status: count === before + 1 ? 500 : 200 })
  const webhook = await subscribe()
  await inbound.taken(webhook, JSON.stringify(confirmation), plain)
  await eventually(async () => (await inbound.calls(webhook, { status: 'confirmed' })).total === 1)
  expect(amazon.received).toHaveLength(before + 2)
  expect((await inbound.calls(webhook)).total).toBe(2)
})

const token = new URL(confirmation.SubscribeURL).search
const elsewhere = [
  `http://${host}/${token}`,
  `https://evil.example.com/${token}`,
  `https://${host}.evil.example.com/${token}`,
  `https://evil.example.com/https://${host}/${token}`,
  `https://${host}@evil.example.com/${token}`,
  `https://${host}:8443/${token}`,
  `https://${host}\\@evil.example.com/${token}`,
  `https://${host}/other${token}`,
  `https://${host}/?Action=Publish&TopicArn=arn:aws:sns:eu-central-1:123456789012:alarms&Message=hi`,
  `https://s3.eu-central-1.amazonaws.com/${token}`,
  `https://sns.a.b.amazonaws.com/${token}`,
  `https://sns.169.254.169.254.amazonaws.com.evil.example/${token}`,
  `https://127.0.0.1/${token}`,
  `//${host}/${token}`,
  ` https://${host}/${token}`,
  `https://${host}/${token}\nX: y`,
  `https://${host}/${token}${'x'.repeat(4000)}`,
  '',
  5,
  null,
  ['https://evil.example.com/'],
]
test.for(elsewhere)('SubscribeURL %j is not requested', async (SubscribeURL) => {
  const webhook = await subscribe()
  const before = [amazon.connections, asked.length, resolved.length]
  expect(await inbound.taken(webhook, JSON.stringify({ ...confirmation, SubscribeURL }), plain)).toEqual({
    status: 'filtered',
  })
  // No job is queued, so no request will follow.
  expect(await jobsLeft()).toEqual([])
  expect([amazon.connections, asked.length, resolved.length]).toEqual(before)
})

test('only a CloudWatch webhook confirms, and one with a secret only if the call is signed', async () => {
  const ordinary = await inbound.create({ field_mapping: { short_description: '{{ Type }}' } })
  const signed = await subscribe({ secret_enabled: true })
  const body = JSON.stringify(confirmation)
  expect((await inbound.taken(ordinary, body, plain)).status).toBe('created')
  expect((await inbound.send(signed, body, plain)).statusCode).toBe(401)
  expect(await jobsLeft()).toEqual([])
})
