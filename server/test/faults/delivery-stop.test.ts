import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../receiver.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode, publishEvents } from './hooks.ts'
import { attemptOf, nothingWrong, reconcile } from './reconcile.ts'
import { openSql } from './sql.ts'

const stops = 3
const perRound = 60

test('a stopping node records the responses to sent requests, and nothing is sent again', async () => {
  const url = await freshDatabase()
  const receiver = await startReceiver({ answer: (_, count) => ({ delay_ms: 1000 + (count % 10) * 100 }) })
  const service = await startNode(receiver, 'only', { DATABASE_URL: url })
  const hooks = await addHooks(
    service,
    receiver,
    Array.from({ length: 8 }, () => ({})),
  )
  const sql = openSql(url)
  for (let round = 0; round < stops; round++) {
    await publishEvents(sql, perRound)
    const before = receiver.received.length
    await eventually(() => receiver.received.length > before + 50 + round * 60)
    expect(await service.stop()).toBe(0)
    expect(await sql(`select from delivery_queue where leased_until is not null`)).toEqual([])
    const [written] = await sql<{ n: number }>(
      `select count(*)::int as n from deliveries where status = 'delivered'`,
    )
    expect(written!.n).toBe(receiver.received.length)
    await service.restart()
  }
  await drained(sql, 60)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ stops, ...figures })
  expect(findings).toEqual(nothingWrong)
  expect(figures).toMatchObject({ deliveries: stops * perRound * hooks.length, failed: 0, duplicates: 0 })
})

test('a stopping node does not wait for a receiver that never responds: the next node sends immediately', async () => {
  const url = await freshDatabase()
  const receiver = await startReceiver({ answer: { fault: 'silence' } })
  const service = await startNode(receiver, 'only', { DATABASE_URL: url })
  await addHooks(service, receiver, [{ timeout_seconds: 30 }])
  const sql = openSql(url)
  await publishEvents(sql, 20)
  await eventually(() => receiver.received.length === 20)
  expect(await service.stop()).toBe(0) // it would be 1 after ten seconds
  const free = `select from delivery_queue where leased_until is null and attempts = 0`
  expect(await sql(free)).toHaveLength(20)
  expect(await sql(`select from deliveries where status = 'pending' and attempts = '[]'`)).toHaveLength(20)
  receiver.answer = {}
  await service.restart()
  await drained(sql, 60)
  expect(receiver.received.slice(20).map(attemptOf)).toEqual(Array.from({ length: 20 }, () => 1))
})
