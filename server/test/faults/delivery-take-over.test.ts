import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver, type Receiver } from '../receiver.ts'
import type { Service } from '../service.ts'
import { report } from './chance.ts'
import { addHooks, drained, startNode, publishEvents, type Hook } from './hooks.ts'
import { deliveryOf, nothingWrong, reconcile, senderOf } from './reconcile.ts'
import { openSql, type Sql } from './sql.ts'

const count = 100
/** The documented limit is 25; the margin allows for a slow machine. */
const takeOverSeconds = 40

let receiver: Receiver
let sql: Sql
let hooks: Hook[]
let doomed: Service
/** Lets the receiver respond to the requests of the doomed node. */
let answerDoomed: (status: number) => void

const sentBy = (node: string) => receiver.received.filter((request) => senderOf(request) === node)

/** A node that waits for the responses to all deliveries, and an idle one. */
beforeEach(async () => {
  const answering = new Promise<number>((resolve) => (answerDoomed = resolve))
  receiver = await startReceiver({
    answer: async (request) => (senderOf(request) === 'doomed' ? { status: await answering } : {}),
  })
  const url = await freshDatabase()
  sql = openSql(url)
  doomed = await startNode(receiver, 'doomed', { DATABASE_URL: url })
  hooks = await addHooks(
    doomed,
    receiver,
    Array.from({ length: 5 }, () => ({ timeout_seconds: 30 })),
  )
  await publishEvents(sql, count / hooks.length)
  await eventually(() => receiver.received.length === count)
  await startNode(receiver, 'other', { DATABASE_URL: url })
})

/** Seconds until the other node has sent all deliveries of the doomed one. */
async function takeOver(): Promise<number> {
  const lost = Date.now()
  await eventually(() => new Set(sentBy('other').map(deliveryOf)).size === count, takeOverSeconds)
  await drained(sql, 30)
  return (Math.max(...sentBy('other').map(({ at }) => at)) - lost) / 1000
}

async function expectEachTwice(seconds: number): Promise<void> {
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ seconds, ...figures })
  expect(findings).toEqual(nothingWrong)
  expect(figures).toMatchObject({ deliveries: count, failed: 0, requests: 2 * count, duplicates: count })
}

test('deliveries in progress on a killed node are sent by the other, once each', async () => {
  doomed.kill('SIGKILL')
  await doomed.exit()
  const seconds = await takeOver()
  expect(seconds).toBeLessThan(takeOverSeconds)
  await expectEachTwice(seconds)
})

test('deliveries in progress on a frozen node are sent by the other, and its late results are refused', async () => {
  doomed.kill('SIGSTOP')
  await eventually(() => readFileSync(`/proc/${doomed.pid}/stat`, 'utf8').includes(') T '))
  answerDoomed(500) // noticed by the node when it resumes
  const seconds = await takeOver()
  expect(seconds).toBeLessThan(takeOverSeconds)
  const before = await sql(`select * from deliveries order by id`)
  doomed.kill('SIGCONT')
  const refused = () => doomed.log.filter(({ msg }) => msg === 'a delivery was taken over by another node')
  await eventually(() => refused().length === count)
  expect(await sql(`select * from deliveries order by id`)).toEqual(before)
  await expectEachTwice(seconds)
  expect(await doomed.stop()).toBe(0)
})
