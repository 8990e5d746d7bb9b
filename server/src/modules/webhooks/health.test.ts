import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveInbound } from '../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { driveOutbound } from '../../../test/outbound.ts'
import { expectProblem } from '../../../test/problem.ts'
import { startReceiver } from '../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '0,0,0,0' })

interface Health {
  webhook_id: string
}
const healthOf = async (direction: string, id: string) => {
  const { data } = expectOk<{ data: Health[] }>(await app.call('GET', `/webhooks/${direction}/health`), 200)
  return data.find(({ webhook_id }) => webhook_id === id)
}

test('the health of an outbound webhook counts deliveries and failures, and has the last delivery', async () => {
  const outbound = driveOutbound(app, receiver.url)
  const incidents = driveIncidents(app)
  const { id, name } = await outbound.create()
  const nothing = { webhook_id: id, name, delivered: 0, failed: 0, waiting: 0 }
  expect(await healthOf('outbound', id)).toEqual({ ...nothing, success_rate: null, last_delivery: null })

  await incidents.create()
  await outbound.reached(id, 1, 'delivered')
  receiver.answer = { status: 500 }
  await incidents.create()
  const [, failed] = await outbound.reached(id, 2, 'delivered', 'failed')
  expectOk(await app.call('POST', `/webhooks/outbound/${id}/test`), 200) // not counted
  expect(await healthOf('outbound', id)).toEqual({
    ...nothing,
    delivered: 1,
    failed: 1,
    success_rate: 0.5,
    last_delivery: { id: failed!.id, at: failed!.created_at, status: 'failed' },
  })

  await outbound.remove(id)
  expect(await healthOf('outbound', id)).toBeUndefined()
})

test('the health of an inbound webhook counts rejected calls, and has the last call', async () => {
  const inbound = driveInbound(app)
  const webhook = await inbound.create()
  const { id, name } = webhook
  expect(await healthOf('inbound', id)).toEqual({
    webhook_id: id,
    name,
    calls: 0,
    rejected: 0,
    last_call: null,
  })
  await inbound.taken(webhook, { title: 'Down' })
  expectProblem(await inbound.send(webhook, { title: '' }), 400, 'validation_error')
  const [last] = (await inbound.calls(webhook)).data
  expect(await healthOf('inbound', id)).toEqual({
    webhook_id: id,
    name,
    calls: 2,
    rejected: 1,
    last_call: { at: last!.received_at, status: 'rejected' },
  })
  await inbound.remove(id)
  expect(await healthOf('inbound', id)).toBeUndefined()
})

test('it is for roles that manage webhooks', async () => {
  for (const direction of ['outbound', 'inbound']) {
    const statusFor = async (as: string | null) =>
      (await app.call('GET', `/webhooks/${direction}/health`, { as })).statusCode
    expect(await statusFor(null)).toBe(401)
    expect(await statusFor(await app.tokenFor('viewer'))).toBe(403)
    expect(await statusFor(await app.tokenFor('itsm_manager'))).toBe(200)
  }
})
