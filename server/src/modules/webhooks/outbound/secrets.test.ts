import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, publicName, type Webhook } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { day } from '../../../kernel/durations.ts'

const app = await startApp({}, publicName)
const outbound = driveOutbound(app)

const auditOf = (id: string) =>
  app.query<{ action: string; changes: { field: string; from: unknown; to: unknown }[] }>(
    `select action, changes from audit_entries where subject_type = 'outbound_webhook' and subject_id = '${id}' order by seq`,
  )
const sealedOf = async (id: string) =>
  (
    await app.query<Record<string, string | null>>(
      `select secret_sealed, previous_secret_sealed, headers_sealed from outbound_webhooks where id = '${id}'`,
    )
  )[0]!
const rotated = async (id: string): Promise<Webhook> => expectOk(await outbound.rotate(id), 200)

/** Every row of every table, as text. */
async function everyRow(): Promise<string> {
  const tables = await app.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => app.query<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test('neither secrets nor header values can be read from the database', async () => {
  const headers = { 'X-Api-Key': 'planted-value-1', 'X-Other': 'planted-value-2' }
  const first = await outbound.create({ headers }, { headers: { 'idempotency-key': 'planted' } })
  const second = await rotated(first.id)
  await outbound.change(first.id, { headers: { ...headers, 'X-Third': 'planted-value-3' } })
  const stored = await everyRow()
  expect(stored).toContain(first.id)
  for (const secret of [first.secret!, second.secret!]) {
    const bare = secret.slice('whsec_'.length)
    for (const form of [
      bare,
      Buffer.from(bare, 'base64').toString('hex'),
      Buffer.from(secret).toString('base64'),
    ])
      expect(stored).not.toContain(form)
  }
  expect(stored).not.toContain('planted-value')
})

test('the audit log contains what changed, but no secret and no header value', async () => {
  const { id } = await outbound.create({ headers: { 'X-Api-Key': 'planted-value' } })
  await outbound.change(id, { name: 'Renamed', headers: { 'X-Api-Key': 'another-planted-value' } })
  await rotated(id)
  await outbound.change(id, { sign_payloads: false })
  expectOk(await outbound.remove(id), 200)
  const entries = await auditOf(id)
  expect(entries.map(({ action, changes }) => [action, ...changes.map(({ field }) => field)])).toEqual([
    [
      'created',
      'name',
      'url',
      'events',
      'filters',
      'format',
      'sign_payloads',
      'active',
      'timeout_seconds',
      'header_names',
    ],
    ['updated', 'name', 'headers'],
    ['secret_rotated', 'secret'],
    ['updated', 'sign_payloads'],
    ['deleted', 'deleted'],
  ])
  expect(entries[0]!.changes).toContainEqual({ field: 'header_names', from: null, to: ['X-Api-Key'] })
  expect(entries[1]!.changes).toContainEqual({ field: 'headers', from: null, to: null })
  expect(entries[2]!.changes).toEqual([{ field: 'secret', from: null, to: null }])
  expect(JSON.stringify(entries)).not.toMatch(/planted-value|whsec_/)
  const log = await app.call('GET', '/audit', { query: { subject_id: id } })
  expect(log.body).toContain('secret_rotated')
  expect(log.body).not.toMatch(/planted-value|whsec_/)
})

test('a rotation shows the new secret once and keeps the old one for a day', async () => {
  const first = await outbound.create()
  const before = await sealedOf(first.id)
  const response = await outbound.rotate(first.id)
  const second = expectOk<Webhook>(response, 200)
  expect(response.headers.etag).toBe('"2"')
  expect(second.secret).toMatch(/^whsec_/)
  expect(second.secret).not.toBe(first.secret)
  const until = Date.parse(second.previous_secret_until!)
  expect(until - Date.parse(second.updated_at)).toBeGreaterThan(day - 60_000)
  expect(until - Date.parse(second.updated_at)).toBeLessThan(day + 60_000)
  expect((await sealedOf(first.id)).previous_secret_sealed).toBe(before.secret_sealed)
  const { secret: _, ...shown } = second
  expect(await outbound.get(first.id)).toEqual(shown)
})

test('a second rotation drops the first secret', async () => {
  const { id } = await outbound.create()
  await rotated(id)
  const { secret_sealed } = await sealedOf(id)
  await rotated(id)
  expect((await sealedOf(id)).previous_secret_sealed).toBe(secret_sealed)
})

test('a secret that someone else has replaced since is not replaced again', async () => {
  const { id } = await outbound.create()
  const headers = { 'if-match': '"1"' }
  expectOk(await outbound.rotate(id, { headers }), 200)
  const sealed = await sealedOf(id)
  expectProblem(await outbound.rotate(id, { headers }), 412, 'precondition_failed')
  expect(await sealedOf(id)).toEqual(sealed)
})

test('a rotation repeated with one Idempotency-Key is one rotation', async () => {
  const { id } = await outbound.create()
  const headers = { 'idempotency-key': 'rotate-once' }
  const first = await outbound.rotate(id, { headers })
  expect((await outbound.rotate(id, { headers })).body).toBe(first.body)
  expect((await outbound.get(id)).version).toBe(2)
})

test('without signing there is no secret, and nothing to rotate', async () => {
  const webhook = await outbound.create({ sign_payloads: false })
  expect(webhook).not.toHaveProperty('secret')
  const before = await outbound.everything()
  expectProblem(await outbound.rotate(webhook.id), 409, 'not_signed')
  expect(await outbound.everything()).toEqual(before)
})

test('disabling signing deletes the secrets; enabling it creates a new one', async () => {
  const { id, secret } = await outbound.create()
  await rotated(id)
  const off = await outbound.change(id, { sign_payloads: false })
  expect(off).toMatchObject({ sign_payloads: false, previous_secret_until: null })
  expect(await sealedOf(id)).toMatchObject({ secret_sealed: null, previous_secret_sealed: null })
  const on = await outbound.change(id, { sign_payloads: true })
  expect(on.secret).toMatch(/^whsec_/)
  expect(on.secret).not.toBe(secret)
  expect(await outbound.get(id)).not.toHaveProperty('secret')
})

test('an encrypted value is bound to its webhook', async () => {
  const [mine, other] = [await outbound.create(), await outbound.create()]
  await app.query(`update outbound_webhooks set secret_sealed = (select secret_sealed from outbound_webhooks
    where id = '${other.id}') where id = '${mine.id}'`)
  const response = await app.call('POST', `/webhooks/outbound/${mine.id}/test`)
  expectProblem(response, 500, 'internal_error')
  expect(await app.query(`select from deliveries where webhook_id = '${mine.id}'`)).toEqual([])
})

test('the audit log has only the host of a URL, whose path may contain a token', async () => {
  const { id } = await outbound.create({ url: 'https://hooks.example.com/services/T0001/first-token' })
  await outbound.change(id, { url: 'https://hooks.example.com/services/T0001/second-token' })
  await outbound.change(id, { url: 'https://other.example.com?sig=third-token' })
  await outbound.change(id, { url: 'https://other.example.com' })
  const log = await app.call('GET', '/audit', { query: { subject_id: id, order: 'asc' } })
  const { data } = expectOk<{ data: { field: string; from: string; to: string }[] }>(log, 200)
  expect(data.filter(({ field }) => field === 'url').map(({ from, to }) => [from, to])).toEqual([
    [null, 'https://hooks.example.com/********'],
    ['https://hooks.example.com/********', 'https://hooks.example.com/********'],
    ['https://hooks.example.com/********', 'https://other.example.com/********'],
    ['https://other.example.com/********', 'https://other.example.com'],
  ])
  expect(log.body).not.toContain('token')
})
