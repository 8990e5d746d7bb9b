import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents, type Incidents } from '../../../../test/incidents.ts'
import { driveOutbound, type Outbound, type Webhook } from '../../../../test/outbound.ts'
import { startReceiver, type Receiver } from '../../../../test/receiver.ts'

let app: TestApp
let receiver: Receiver
let outbound: Outbound
let incidents: Incidents
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startApp({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '3600,3600,3600,3600' })
  outbound = driveOutbound(app, receiver.url)
  incidents = driveIncidents(app)
  await app.query(`create table claims_seen (n bigserial, webhook_id text, ids text[]);
    create function see_claim() returns trigger language plpgsql as $$ begin
      insert into claims_seen (webhook_id, ids)
      select is_now.webhook_id, array_agg(delivery_id) from is_now join was using (delivery_id)
      where is_now.fence > was.fence and is_now.leased_until is not null group by 1;
      return null;
    end $$;
    create trigger see_claim after update on delivery_queue referencing old table as was new table as is_now
      for each statement execute function see_claim()`)
})
afterAll(() => app.close())

/** The deliveries of a webhook that were taken together, claim by claim. */
const claimsOf = async ({ id }: Webhook) =>
  (
    await app.query<{ ids: string[] }>(`select ids from claims_seen where webhook_id = '${id}' order by n`)
  ).map(({ ids }) => ids)
const reportMany = (count: number) => Promise.all(Array.from({ length: count }, () => incidents.create()))

test('a receiver that hangs holds no more than its share, and nobody else up', async () => {
  receiver.answer = ({ path }) => (path === '/hook/slow' ? { fault: 'silence' } : {})
  const slow = await outbound.create({ url: `${receiver.url}/slow`, timeout_seconds: 30 })
  const others: Webhook[] = []
  for (let i = 0; i < 20; i++) others.push(await outbound.create({ url: `${receiver.url}/${i}` }))
  await reportMany(36)
  for (const { id } of others)
    await eventually(async () => (await outbound.deliveries(id, { status: 'delivered' })).total === 36)
  const at = (path: string) => receiver.received.filter((request) => request.path === `/hook/${path}`)
  for (let i = 0; i < 20; i++) expect(at(String(i))).toHaveLength(36)
  expect(at('slow')).toHaveLength(32)
  expect((await claimsOf(slow)).flat()).toHaveLength(32)
  expect((await outbound.deliveries(slow.id, { status: 'pending' })).total).toBe(36)
  await outbound.remove(slow.id)
  for (const { id } of others) await outbound.remove(id)
})

/** From now on deliveries are made but not due, until they are let go all at once. */
const hold = () =>
  app.query(`create function hold() returns trigger language plpgsql as
      $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger hold before insert on delivery_queue for each row execute function hold()`)
const letGo = (webhook: Webhook) =>
  app.query(`drop function hold() cascade;
    update delivery_queue set run_at = now() where webhook_id = '${webhook.id}'`)

test('one that has kept us waiting in vain gets a smaller share, until it answers again', async () => {
  const openAt = new Map<unknown, number>() // how many are open when one arrives
  receiver.answer = ({ headers, path }) => {
    const open = receiver.received.filter((request) => request.open && request.path === path)
    openAt.set(headers['x-service-delivery'], open.length)
    return { fault: 'silence' }
  }
  await hold()
  const slow = await outbound.create({ url: `${receiver.url}/slower`, timeout_seconds: 1 })
  await reportMany(44)
  await outbound.reached(slow.id, 44, 'pending')
  await letGo(slow)
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
