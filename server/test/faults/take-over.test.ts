import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../src/db/ctx.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { openQueue, rows } from '../queue.ts'
import { WorkerProcess } from './worker-process.ts'

const count = 100
const takeOverSeconds = 25

let url: string
let ctx: Ctx
beforeEach(async () => {
  url = await freshDatabase()
  ctx = await openQueue(url)
})

const claimedBy = async (node: string) =>
  (await rows(ctx, `select from jobs where claimed_by = '${node}'`)).length

const effects = () => rows<{ job: number; node: string }>(ctx, 'select job, node from effects')

/** A node that holds all the leases, and an idle one. */
async function twoNodes(holdSeconds: number): Promise<WorkerProcess> {
  await sql`insert into jobs (type) select 'hold' from generate_series(1, ${count}::int)`.execute(ctx.db)
  const doomed = new WorkerProcess(url, 'doomed', holdSeconds)
  await eventually(async () => (await claimedBy('doomed')) === count)
  new WorkerProcess(url, 'other')
  return doomed
}

/** Seconds until the other node has finished everything. */
async function takeOver(): Promise<number> {
  const lost = performance.now()
  await eventually(async () => (await rows(ctx, 'select from jobs')).length === 0, 60)
  return (performance.now() - lost) / 1000
}

/** Every job was done exactly once. */
async function expectOnce(): Promise<void> {
  const done = await effects()
  expect(done).toHaveLength(count)
  expect(new Set(done.map(({ job }) => job)).size).toBe(count)
}

test('the jobs of a killed worker are finished by another, each once', async () => {
  const doomed = await twoNodes(600)
  await doomed.kill()
  expect(await takeOver()).toBeLessThan(takeOverSeconds)
  await expectOnce()
})

test('the jobs of a frozen worker are finished by another, and its late results are refused', async () => {
  const doomed = await twoNodes(2)
  doomed.signal('SIGSTOP')
  expect(await takeOver()).toBeLessThan(takeOverSeconds)
  doomed.signal('SIGCONT')
  await eventually(() => doomed.stderr.split('lost to another worker').length - 1 === count)
  expect((await effects()).filter(({ node }) => node === 'doomed')).toEqual([])
  await expectOnce()
})

test('a slow worker keeps its leases for as long as it needs', async () => {
  await twoNodes(45)
  await eventually(async () => (await rows(ctx, 'select from jobs')).length === 0, 120)
  expect((await effects()).filter(({ node }) => node === 'doomed')).toHaveLength(count)
  await expectOnce()
})
