import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../receiver.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode, publishEvents } from './hooks.ts'
import { nothingWrong, reconcile, senderOf } from './reconcile.ts'
import { openSql } from './sql.ts'

const nodes = ['one', 'two', 'three', 'four']
const webhooks = 8
const deliveries = 6400

test('four nodes that compete for deliveries send none of them twice', async () => {
  const receiver = await startReceiver()
  const url = await freshDatabase()
  const env = { DATABASE_URL: url, WEBHOOK_RETRY_DELAYS: '1,1,1,1' }
  const [first] = await Promise.all(nodes.map((name) => startNode(receiver, name, env)))
  const hooks = await addHooks(
    first!,
    receiver,
    Array.from({ length: webhooks }, () => ({})),
  )
  const sql = openSql(url)
  const sentBy = () => {
    const senders = receiver.received.map(senderOf)
    return Object.fromEntries(nodes.map((name) => [name, senders.filter((sender) => sender === name).length]))
  }
  await publishEvents(sql, deliveries / webhooks)
  await drained(sql, 120)
  // It is a race only once all have taken part.
  await eventually(async () => {
    if (Object.values(sentBy()).every((sent) => sent >= 100)) return true
    await publishEvents(sql, 10)
    await drained(sql, 60)
  }, 120)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ ...figures, ...sentBy() })
  expect(findings).toEqual(nothingWrong)
  expect(figures.deliveries).toBeGreaterThanOrEqual(deliveries)
  expect(figures).toMatchObject({ failed: 0, duplicates: 0 })
})
