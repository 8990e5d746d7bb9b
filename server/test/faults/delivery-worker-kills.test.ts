import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../receiver.ts'
import { Chance, report } from './chance.ts'
import { addHooks, drained, startNode, publishEvents } from './hooks.ts'
import { deliveryOf, nothingWrong, reconcile, senderOf } from './reconcile.ts'
import { openSql } from './sql.ts'

const kills = 20
const perRound = 100
const maxPerWebhook = 32

test('every delivery completes, with at most five attempts, however often one of two nodes is killed', async () => {
  const chance = new Chance()
  // One in a hundred is always refused, and one in ten of the other attempts at random.
  const receiver = await startReceiver({
    answer: (request) => ({
      delay_ms: chance.between(50, 500),
      status: isHopeless(deliveryOf(request)) || chance.between(0, 10) < 1 ? 500 : 200,
    }),
  })
  const url = await freshDatabase()
  const env = { DATABASE_URL: url, WEBHOOK_RETRY_DELAYS: '1,1,2,2' }
  const [doomed] = await Promise.all([startNode(receiver, 'doomed', env), startNode(receiver, 'keeper', env)])
  const hooks = await addHooks(
    doomed,
    receiver,
    Array.from({ length: 4 }, () => ({})),
  )
  const sql = openSql(url)
  const sent = () => receiver.received.filter((request) => senderOf(request) === 'doomed').length
  for (let round = 0; round < kills; round++) {
    await publishEvents(sql, perRound)
    const before = sent()
    const some = chance.between(1, 60)
    await eventually(() => sent() > before + some, 60)
    doomed.kill('SIGKILL')
    await doomed.exit()
    await doomed.restart()
  }
  await drained(sql, 180)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  report({ seed: chance.seed, kills, ...figures })
  expect(findings).toEqual(nothingWrong)
  expect(figures).toMatchObject({ events: kills * perRound, deliveries: kills * perRound * hooks.length })
  expect(figures.failed).toBeGreaterThan(0)
  expect(figures.duplicates).toBeGreaterThan(0)
  expect(figures.duplicates).toBeLessThanOrEqual(maxPerWebhook * hooks.length * kills)
})

const isHopeless = (id: string) => Buffer.from(id).reduce((sum, byte) => sum + byte) % 100 === 0
