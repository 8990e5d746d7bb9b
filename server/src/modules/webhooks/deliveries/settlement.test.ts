import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openQueue, rows } from '../../../../test/queue.ts'
import type { Ctx } from '../../../db/ctx.ts'
import { claim, heartbeat, settle, type AttemptResult, type DeliveryLease } from './queue.ts'

let ctx: Ctx
beforeEach(async () => {
  ctx = await openQueue()
  await rows(
    ctx,
    `with hook as (
      insert into outbound_webhooks (id, name, url, events, filters, header_names, sign_payloads, active, timeout_seconds,
        owner_id, owner_email)
      values ('wh_out_1', 'hook', 'https://example.com', '{incident.created}', '[]', '{}', false, true, 5, 'u', 'u@e.com')),
    event as (
      insert into events (id, type, subject_id, actor_id, occurred_at, data)
      values ('evt_1', 'incident.created', 'INC1', 'u', now(), '{}') returning seq),
    queued as (
      insert into delivery_queue (delivery_id, webhook_id, subject_id, event_seq)
      select 'del_1', 'wh_out_1', 'INC1', seq from event)
    insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id)
    select 'del_1', 'wh_out_1', seq, 'evt_1', 'incident.created', 'INC1' from event`,
  )
})

async function claimIt(): Promise<DeliveryLease> {
  await rows(ctx, `update delivery_queue set run_at = now()`)
  const claimed = await claim(ctx.db, new Map([['wh_out_1', 32]]), 512)
  expect(claimed).toHaveLength(1)
  return claimed[0]!
}

const refused = ({ id, fence, attempt }: DeliveryLease): AttemptResult => ({
  id,
  fence,
  attempt: {
    attempt,
    at: new Date().toISOString(),
    status: 500,
    error: null,
    latency_ms: 7,
    retry_after: null,
    response_body: '',
  },
  status: 'retrying',
  delay: 30_000,
})

const queued = async () =>
  (
    await rows<{ attempts: number; is_leased: boolean }>(
      ctx,
      `select attempts, leased_until is not null as is_leased from delivery_queue`,
    )
  )[0]
const attemptsOf = async () =>
  (await rows<{ attempts: { attempt: number }[] }>(ctx, `select attempts from deliveries`))[0]!.attempts.map(
    ({ attempt }) => attempt,
  )

test('a result that is written twice, because the first write was uncertain, counts once', async () => {
  const settlement = refused(await claimIt())
  expect(await settle(ctx.db, settlement)).toBe(true)
  expect(await settle(ctx.db, settlement)).toBe(false)
  expect(await attemptsOf()).toEqual([1])
  expect(await queued()).toEqual({ attempts: 1, is_leased: false })
})

test('a heartbeat after the result does not claim the delivery again', async () => {
  const claimed = await claimIt()
  await settle(ctx.db, refused(claimed))
  expect(await heartbeat(ctx.db, [claimed])).toEqual([claimed])
  expect(await queued()).toEqual({ attempts: 1, is_leased: false })
})

test('a heartbeat does not wait for a delivery whose result is being stored', async () => {
  const claimed = await claimIt()
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select from delivery_queue for update`.execute(tx)
    expect(await heartbeat(ctx.db, [claimed])).toEqual([])
  })
  expect(await heartbeat(ctx.db, [claimed])).toEqual([])
  expect(await queued()).toEqual({ attempts: 0, is_leased: true })
})

test('the result of a node with an expired lease is refused once another node has taken over', async () => {
  const first = await claimIt()
  await rows(ctx, `update delivery_queue set leased_until = now() - interval '1 second'`)
  const second = await claimIt()
  expect(await settle(ctx.db, refused(first))).toBe(false)
  expect(await heartbeat(ctx.db, [first, second])).toEqual([first])
  expect(await attemptsOf()).toEqual([])
  expect(await settle(ctx.db, { ...refused(second), status: 'delivered', delay: null })).toBe(true)
  expect(await settle(ctx.db, refused(first))).toBe(false)
  expect(await attemptsOf()).toEqual([1])
  expect(await queued()).toBeUndefined()
})
