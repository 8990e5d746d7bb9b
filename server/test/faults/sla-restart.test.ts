import { afterAll, expect, test } from 'vitest'
import { age } from '../ageing.ts'
import { startApp, type TestApp } from '../app.ts'
import { eventually } from '../eventually.ts'
import { expectOk } from '../incidents.ts'
import { recordedEvents } from '../recorded-events.ts'

const count = 1000 // at least: clients in progress finish
const opened: TestApp[] = []
afterAll(() => Promise.all(opened.map((app) => app.close())))

async function startNode(url?: string): Promise<TestApp> {
  const node = await startApp({
    SLA_MINUTES: 'P1=100,P2=200,P3=300,P4=400',
    ...(url && { DATABASE_URL: url }),
  })
  opened.push(node)
  return node
}

async function stopNode(node: TestApp): Promise<void> {
  opened.splice(opened.indexOf(node), 1)
  await node.close()
}

test('SLA marks that pass while nothing runs are published once each, by two nodes of which one restarts midway', async () => {
  const keeper = await startNode()
  const ids: string[] = []
  const client = async (): Promise<void> => {
    for (; ids.length < count;) {
      const body = { short_description: `Incident ${ids.length}`, priority: 'P1' }
      ids.push(expectOk<{ id: string }>(await keeper.call('POST', '/incidents', { body }), 201).id)
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  const held = ids.slice(0, 50)
  for (const id of held)
    for (const state of ['in_progress', 'on_hold'])
      expectOk(await keeper.call('PATCH', `/incidents/${id}`, { body: { state } }), 200)

  // No scheduler runs while the marks pass.
  await keeper.query(`update jobs set run_at = 'infinity' where type = 'watch-sla'`)
  await age(keeper, 110)
  const toldOf = async (type: string) =>
    keeper.query<{ subject_id: string }>(
      `select subject_id from ${recordedEvents} where type = '${type}' order by position`,
    )
  expect(await toldOf('sla.breach_warning')).toEqual([])

  const first = await startNode(keeper.url)
  await keeper.query(`update jobs set run_at = now() where type = 'watch-sla'`)
  await eventually(async () => (await toldOf('sla.breach_warning')).length > 0)
  // Taken over while in progress: two schedulers at once.
  await keeper.query(`update jobs set run_at = now() where type = 'watch-sla'`)
  await stopNode(first)
  await startNode(keeper.url)
  await keeper.query(`update jobs set run_at = now() where type = 'watch-sla'`)

  const due = ids.slice(held.length).toSorted()
  await eventually(async () => (await toldOf('sla.breached')).length >= due.length, 120)
  for (const type of ['sla.breach_warning', 'sla.breached'])
    expect((await toldOf(type)).map(({ subject_id }) => subject_id).toSorted()).toEqual(due)
  const [left] = await keeper.query(`select count(*) as n from incidents where sla_next_at is not null`)
  expect(left).toEqual({ n: 0 })
})
