import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { driveOutbound, type Webhook } from '../../../../test/outbound.ts'
import { startReceiver } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '3600,3600,3600,3600' })
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
await app.query(`create table claims_seen (n bigserial, webhook_id text, ids text[]);
  create function see_claim() returns trigger language plpgsql as $$ begin
    insert into claims_seen (webhook_id, ids)
    select is_now.webhook_id, array_agg(delivery_id) from is_now join was using (delivery_id)
    where is_now.fence > was.fence and is_now.leased_until is not null group by 1;
    return null;
  end $$;
  create trigger see_claim after update on delivery_queue referencing old table as was new table as is_now
    for each statement execute function see_claim()`)

/** The deliveries of a webhook that were claimed together, claim by claim. */
const claimsOf = async ({ id }: Webhook) =>
  (
    await app.query<{ ids: string[] }>(`select ids from claims_seen where webhook_id = '${id}' order by n`)
  ).map(({ ids }) => ids)
const reportMany = (count: number) => Promise.all(Array.from({ length: count }, () => incidents.create()))

/** Pending deliveries, more than a node sends at a time. */
const seedWaiting = ({ id }: Webhook) =>
  app.query(`with told as (
      insert into events (id, type, subject_id, actor_id, occurred_at, data)
      select 'evt_' || n, 'incident.created', 'INC-' || n, 'system', now(), '{}' from generate_series(1, 600) as n
      returning *),
    made as (
      insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id)
      select 'del_' || seq, '${id}', seq, id, type, subject_id from told)
    insert into delivery_queue (delivery_id, webhook_id, subject_id, event_seq)
    select 'del_' || seq, '${id}', subject_id, seq from told`)

test('a hanging receiver uses no more than its share, however many deliveries are pending, and delays no other', async () => {
  let most = 0
  const openAt = (path: string) =>
    receiver.received.filter((request) => request.open && request.path === path).length
  receiver.answer = ({ path }) => {
    if (path !== '/hook/slow') return {}
    most = Math.max(most, openAt(path))
    return { fault: 'silence' }
  }
  const slow = await outbound.create({ url: `${receiver.url}/slow`, timeout_seconds: 30 })
  await seedWaiting(slow)
  await eventually(() => most === 32)
  const others: Webhook[] = []
  for (let i = 0; i < 20; i++) others.push(await outbound.create({ url: `${receiver.url}/${i}` }))
  await reportMany(10)
  for (const { id } of others)
    await eventually(async () => (await outbound.deliveries(id, { status: 'delivered' })).total === 10)
  expect(most).toBe(32)
  for (let i = 0; i < 20; i++)
    expect(receiver.received.filter(({ path }) => path === `/hook/${i}`)).toHaveLength(10)
  await outbound.remove(slow.id)
  for (const { id } of others) await outbound.remove(id)
})

/** From now on deliveries are created but not due, until they are released all at once. */
const hold = () =>
  app.query(`create function hold() returns trigger language plpgsql as
      $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger hold before insert on delivery_queue for each row execute function hold()`)
const release = (webhook: Webhook) =>
  app.query(`drop function hold() cascade;
    update delivery_queue set run_at = now() where webhook_id = '${webhook.id}'`)

test('a receiver that timed out gets a smaller share until it responds again', async () => {
  const openAt = new Map<unknown, number>() // open requests when one arrives
  receiver.answer = ({ headers, path }) => {
    const open = receiver.received.filter((request) => request.open && request.path === path)
    openAt.set(headers['x-service-delivery'], open.length)
    return { fault: 'silence' }
  }
  await hold()
  const slow = await outbound.create({ url: `${receiver.url}/slower`, timeout_seconds: 1 })
  await reportMany(44)
  await outbound.reached(slow.id, 44, 'pending')
  await release(slow)
  await outbound.reached(slow.id, 44, 'retrying')
  const [first, ...later] = await claimsOf(slow)
  expect(first).toHaveLength(32)
  expect(later.flat()).toHaveLength(12)
  for (const claim of later) expect(claim.length).toBeLessThanOrEqual(4)
  for (const id of later.flat()) expect(openAt.get(id) ?? 0).toBeLessThanOrEqual(4)
  receiver.answer = {}
  await outbound.change(slow.id, { timeout_seconds: 30 })
  await outbound.makeDue(slow.id)
  const deliveries = await outbound.reached(slow.id, 44, 'delivered')
  for (const { attempts } of deliveries)
    expect(attempts.map(({ status, error }) => status ?? error)).toEqual(['timeout', 200])
})
