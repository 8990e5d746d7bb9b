import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveInbound, sign, type InboundWebhook } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { transact } from '../../../db/ctx.ts'
import { noPeers } from '../../../kernel/peers.ts'
import { openInboundCache } from './cache.ts'

const app = await startApp()
const inbound = driveInbound(app)

const addressesOf = (id: string) =>
  [
    ['GET', id],
    ['PATCH', id, { name: 'New' }],
    ['DELETE', id],
    ['POST', `${id}/rotate-secret`],
    ['POST', `${id}/test`, {}],
    ['GET', `${id}/events`],
  ] as const

test('a deleted or unknown webhook is not found at any path', async () => {
  const { id } = await inbound.create({ secret_enabled: true })
  expect(expectOk(await inbound.remove(id), 200)).toMatchObject({ id, deleted: true, active: false })
  expect((await inbound.list({ limit: '200' })).data.map((webhook) => webhook.id)).not.toContain(id)
  const before = await inbound.everything()
  for (const gone of [id, 'wh_in_none'])
    for (const [method, path, body] of addressesOf(gone))
      expectProblem(await app.call(method, `/webhooks/inbound/${path}`, { body }), 404, 'not_found')
  expect(await inbound.everything()).toEqual(before)
})

test('only managers can read and change webhooks', async () => {
  const { id } = await inbound.create({ secret_enabled: true })
  const before = await inbound.everything()
  const addresses = [
    ['GET', '/webhooks/inbound'],
    ['POST', '/webhooks/inbound', inbound.defaults],
    ['GET', '/webhooks/inbound/presets'],
    ...addressesOf(id).map(([method, path, body]) => [method, `/webhooks/inbound/${path}`, body] as const),
  ] as const
  for (const role of ['itsm_agent', 'change_approver', 'knowledge_editor', 'auditor', 'viewer'] as const) {
    const as = await app.tokenFor(role)
    for (const [method, path, body] of addresses)
      expect(
        expectProblem(await app.call(method, path, { as, body }), 403, 'insufficient_role').required_roles,
      ).toEqual(['itsm_manager', 'super_admin'])
  }
  for (const [method, path, body] of addresses)
    expectProblem(await app.call(method, path, { as: null, body }), 401, 'unauthenticated')
  expect(await inbound.everything()).toEqual(before)
  const as = await app.tokenFor('itsm_manager')
  expect((await inbound.read(id, { as })).statusCode).toBe(200)
  expect((await inbound.ask(inbound.defaults, { as })).statusCode).toBe(201)
})

test('enabling the secret returns one once; disabling it removes it', async () => {
  const { id } = await inbound.create()
  const on = await inbound.change(id, { secret_enabled: true })
  expect(on).toMatchObject({ secret_enabled: true, secret: expect.stringMatching(/^whsec_/), version: 2 })
  const same = await inbound.change(id, { secret_enabled: true })
  expect(same).toMatchObject({ secret_enabled: true, version: 2 })
  expect(same).not.toHaveProperty('secret')
  await inbound.rotate(id)
  const off = await inbound.change(id, { secret_enabled: false })
  expect(off).toMatchObject({ secret_enabled: false, previous_secret_until: null })
  expect(off).not.toHaveProperty('secret')
  expect(
    await app.query(`select secret_sealed, previous_secret_sealed from inbound_webhooks where id = '${id}'`),
  ).toEqual([{ secret_sealed: null, previous_secret_sealed: null }])
  const again = await inbound.change(id, { secret_enabled: true })
  expect(again.secret).not.toBe(on.secret)
})

test('a rotation returns a new secret once, with the expiry of the old one', async () => {
  const { id, secret } = await inbound.create({ secret_enabled: true })
  const rotated = expectOk<InboundWebhook>(await inbound.rotate(id), 200)
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.version).toBe(2)
  const hours = (Date.parse(rotated.previous_secret_until!) - Date.parse(rotated.updated_at)) / 3_600_000
  expect(hours).toBeCloseTo(24, 1)
  expect(await inbound.get(id)).not.toHaveProperty('secret')
})

test('a new secret is accepted after its response, also if a call came before the commit', async () => {
  const webhook = await inbound.create({ secret_enabled: true })
  const body = JSON.stringify({ title: 'Signed' })
  const signed = (secret: string) => ({ 'x-service-signature': sign(secret, body) })
  await app.query(`create function hold() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(4); return new; end $$`)
  await app.query(
    `create trigger hold before insert on idempotency_keys for each row execute function hold()`,
  )
  const { rotation } = await transact(app.ctx(), async (ctx) => {
    await sql`select pg_advisory_xact_lock(4)`.execute(ctx.db)
    const rotation = inbound.rotate(webhook.id, { headers: { 'idempotency-key': 'rotation' } })
    await eventually(
      async () =>
        (
          await app.query(
            `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
          )
        ).length,
    )
    await inbound.taken(webhook, body, signed(webhook.secret!))
    return { rotation }
  })
  const { secret } = expectOk<InboundWebhook>(await rotation, 200)
  expect(await inbound.taken(webhook, body, signed(secret!))).toMatchObject({ status: 'created' })
  await app.query('drop function hold() cascade')
})

test('what was read before a change is not cached after it', async () => {
  const { db } = app.database
  const cache = openInboundCache(noPeers)
  const { id } = await inbound.create()
  const reading = cache.find(db, id)
  await cache.clear()
  await reading
  await inbound.change(id, { name: 'Renamed' })
  expect((await cache.find(db, id))?.webhook.name).toBe('Renamed')
})

test('rotation without a secret is refused', async () => {
  const { id } = await inbound.create()
  const before = await inbound.everything()
  expectProblem(await inbound.rotate(id), 409, 'not_signed')
  expect(await inbound.everything()).toEqual(before)
})

/** The tables, except the expected ones, in which a text occurs. */
async function tablesWith(text: string, ...apart: string[]): Promise<string[]> {
  const tables = await app.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await app.query<{ n: number }>(
        `select count(*) as n from "${name}" t where strpos(t::text, '${text}') > 0`,
      )
      return { name, n: row!.n }
    }),
  )
  return counts.flatMap(({ name, n }) => (n > 0 && !apart.includes(name) ? [name] : []))
}

test('secrets are stored encrypted, including the previous one', async () => {
  const headers = { 'idempotency-key': 'sealed-1' }
  const made = await inbound.create({ secret_enabled: true }, { headers })
  const { secret } = expectOk<InboundWebhook>(await inbound.rotate(made.id), 200)
  for (const one of [made.secret!, secret!])
    for (const part of [
      one,
      one.slice(6),
      one.slice(6, 30),
      Buffer.from(one).toString('base64').slice(0, 40),
    ])
      expect(await tablesWith(part)).toEqual([])
})

test('the ID, which grants access, is not in any data that others may read', async () => {
  const incidents = driveIncidents(app)
  const webhook = await inbound.create({
    secret_enabled: true,
    field_mapping: { short_description: '{{ title }}', dedup_key: '{{ title }}', work_note: 'It is well' },
    resolve_when: [{ field: 'well', operator: 'eq', value: true }],
  })
  const post = async (payload: object) => {
    const body = JSON.stringify(payload)
    const headers = {
      'x-service-signature': sign(webhook.secret!, body),
      'idempotency-key': body.slice(0, 9),
    }
    return inbound.taken(webhook, body, headers)
  }
  const { incident_id } = await post({ title: 'Router down' })
  expect(await post({ title: 'Router down', well: true })).toEqual({ status: 'resolved', incident_id })
  await inbound.change(webhook.id, { name: 'Renamed', secret_enabled: false })
  await inbound.remove(webhook.id)
  expect(await tablesWith(webhook.id, 'inbound_webhooks', 'inbound_events', 'claims')).toEqual([])
  const { opened_by } = await incidents.get(incident_id!)
  expect(opened_by).toMatch(/^monitoring\.inbound_\w+@webhooks\.mainstay\.local$/)
  const [row] = await app.query<{ reference: string }>(
    `select reference from inbound_webhooks where id = '${webhook.id}'`,
  )
  const entries = await app.query<{ action: string }>(
    `select action from audit_entries where subject_id = '${row!.reference}' order by seq`,
  )
  expect(entries.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted'])
})
