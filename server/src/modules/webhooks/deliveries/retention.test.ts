import { expect, test } from 'vitest'
import { runTwice } from '../../../../test/ageing.ts'
import { startApp } from '../../../../test/app.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { driveOutbound } from '../../../../test/outbound.ts'
import { startReceiver } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({
  ...receiver.env,
  EVENT_RETENTION_DAYS: '7',
  WEBHOOK_RETRY_DELAYS: '3600,3600,3600,3600',
})
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)

const age = (event_id: string, days: number) =>
  app.query(`with aged as (
      update deliveries set created_at = created_at - interval '${days} days' where event_id = '${event_id}')
    update events set occurred_at = occurred_at - interval '${days} days' where id = '${event_id}'`)
const kept = async (event_id: string) => [
  (await app.query(`select from deliveries where event_id = '${event_id}'`)).length,
  (await app.query(`select from events where id = '${event_id}'`)).length,
]

test('old completed deliveries are deleted, recent ones are kept', async () => {
  receiver.answer = {}
  const { id } = await outbound.create()
  for (let i = 0; i < 2; i++) await incidents.create()
  const [old, young] = await outbound.reached(id, 2, 'delivered')
  await age(old!.event_id, 8)
  await age(young!.event_id, 6)
  await runTwice(app, 'forget-old-events')
  expect(await kept(old!.event_id)).toEqual([0, 0])
  expect(await kept(young!.event_id)).toEqual([1, 1])
  await outbound.remove(id)
})

test('pending deliveries are kept with their event at any age, and can still be sent', async () => {
  receiver.answer = { status: 500 }
  const { id } = await outbound.create()
  await incidents.create()
  const [waiting] = await outbound.reached(id, 1, 'retrying')
  await age(waiting!.event_id, 8)
  await runTwice(app, 'forget-old-events')
  expect(await kept(waiting!.event_id)).toEqual([1, 1])
  receiver.answer = {}
  await outbound.makeDue(id)
  await outbound.reached(id, 1, 'delivered')
  await runTwice(app, 'forget-old-events')
  expect(await kept(waiting!.event_id)).toEqual([0, 0])
})

test('that a record was deleted is known for as long as it has events', async () => {
  const { id } = await incidents.create()
  await incidents.remove(id)
  await app.query(`insert into withdrawn values ('forgotten')`)
  const known = async () =>
    app.query(`select subject_id from withdrawn where subject_id in ('${id}', 'forgotten')`)
  await runTwice(app, 'forget-old-events')
  expect(await known()).toEqual([{ subject_id: id }])
})
