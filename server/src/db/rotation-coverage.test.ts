import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { openBrowser, tokensFor } from '../../test/identity/person.ts'
import { enrolTotp, newPerson } from '../../test/identity/second-factor.ts'
import { expectOk } from '../../test/incidents.ts'
import { deriveKeySet } from '../kernel/key-ring.ts'
import { rotateSecretKey } from '../rotate-secret-key.ts'
import { sealedColumns } from './sealed-columns.ts'

const keys = ['a second key of this test, long enough', 'a third key of this test, also long enough']

let app: TestApp
let cookieHolder: ReturnType<typeof openBrowser>
beforeAll(async () => {
  app = await startApp()
  await makeSamples()
  await unname()
  await rotate(keys[0]!)
})

const rotate = (to: string) =>
  rotateSecretKey({ DATABASE_URL: app.url, DATA_DIR: app.ctx().config.data_dir }, to, () => undefined)

/** At least one value in every encrypted column: a new column needs its sample here. */
async function makeSamples(): Promise<void> {
  const post = async <T>(path: string, body: object, status = 201, headers = {}) =>
    expectOk<T>(await app.call('POST', path, { body, headers }), status)
  const events = ['incident.created']
  const out = { url: 'https://hooks.example/in', events, sign_payloads: true, headers: { 'X-Token': 'x' } }
  const sent = await post<{ id: string }>('/webhooks/outbound', { name: 'Out', ...out }, 201, {
    'idempotency-key': 'a-sample',
  })
  await post(`/webhooks/outbound/${sent.id}/rotate-secret`, {}, 200)
  const taken = await post<{ id: string }>('/webhooks/inbound', {
    name: 'In',
    secret_enabled: true,
    action: 'create_incident',
    field_mapping: { short_description: '{{ text }}' },
  })
  await post(`/webhooks/inbound/${taken.id}/rotate-secret`, {}, 200)
  const person = { email: 'sealed@example.com', password: 'a password of a person' }
  await post('/users', { ...person, roles: ['viewer'] })
  cookieHolder = openBrowser(app)
  await tokensFor(app, cookieHolder, person)
  const { access_token: as } = await tokensFor(app, openBrowser(app), await newPerson(app))
  await enrolTotp(app, as)
  expectOk(await app.call('POST', '/profile/second-factors/totp', { as }), 200)
}

/** As the first release encrypted: without the key ID. */
async function unname(): Promise<void> {
  for (const { table, column } of sealedColumns)
    await app.query(`update ${table} set ${column} = regexp_replace(${column}, '^k1_[0-9a-f]{16}_', '')`)
}

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
const listed = new Set(sealedColumns.map(nameOf))

/** Columns with signatures, or with the keys of a rotation itself, which `rotate` handles in another way. */
const exempt = new Set([
  'audit_checkpoints.signature',
  'secret_key_rotations.key_for_previous',
  'secret_key_rotations.previous_for_key',
])

const textColumns = () =>
  app.query<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and (data_type in ('text', 'character varying', 'jsonb', 'json', 'bytea'))`)

const count = async ({ table, column }: { table: string; column: string }, condition: string) =>
  (
    await app.query<{ n: number }>(
      `select count(*)::int as n from "${table}" where ${condition.replaceAll('?', `"${column}"`)}`,
    )
  )[0]!.n

test('every column whose name marks it as encrypted is listed', async () => {
  const named = (await textColumns()).filter(({ column }) => column.endsWith('sealed')).map(nameOf)
  expect(named.length).toBeGreaterThan(5)
  expect(
    named.filter((name) => !listed.has(name)),
    'List it in db/sealed-columns.ts',
  ).toEqual([])
})

test('no other column contains an encrypted value', async () => {
  const found: string[] = []
  for (const column of await textColumns())
    if ((await count(column, `?::text ~ 'k1_[0-9a-f]{16}_'`)) > 0) found.push(nameOf(column))
  const unlisted = found.filter((name) => !listed.has(name) && !exempt.has(name))
  expect(unlisted, 'List it in db/sealed-columns.ts').toEqual([])
})

test('a rotation re-encrypts a value of every listed column, and everything that uses them keeps working', async () => {
  const empty: string[] = []
  for (const column of sealedColumns) if ((await count(column, `? <> ''`)) === 0) empty.push(nameOf(column))
  expect(empty, 'Make a sample of it in makeSamples').toEqual([])
  const before = await Promise.all(sealedColumns.map((column) => count(column, `? <> ''`)))

  await rotate(keys[1]!)

  const current = deriveKeySet(keys[1]!).id
  const after = await Promise.all(
    sealedColumns.map(async (column, i) => ({
      name: nameOf(column),
      isKept: (await count(column, `starts_with(?, 'k1_${current}_')`)) >= before[i]!,
      others: await count(column, `? <> '' and not starts_with(?, 'k1_${current}_')`),
    })),
  )
  expect(after).toEqual(after.map(({ name }) => ({ name, isKept: true, others: 0 })))
  // The session cookie was signed two keys ago.
  const tokens = await tokensFor(app, cookieHolder, { email: '', password: '' })
  expect((await app.call('GET', '/profile', { as: tokens.access_token })).statusCode).toBe(200)
  const log = (await app.call('GET', '/audit', { query: { subject_type: 'secret_key' } })).json<{
    data: object[]
  }>()
  expect(log.data).toMatchObject([{ action: 'rotated', to: current }, { action: 'rotated' }])
})
