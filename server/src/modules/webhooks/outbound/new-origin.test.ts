import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, publicName, type Webhook } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp({}, publicName)
const outbound = driveOutbound(app)

const url = 'https://receiver.example.com/hooks'
const secrets = { 'X-Api-Key': 'a secret value', 'X-Tenant': 'seven' }
const create = () => outbound.create({ url, headers: secrets })
const rows = () =>
  app.query(`select (select md5(string_agg(w::text, ',' order by id)) from outbound_webhooks w) as webhooks,
    (select count(*) from audit_entries where subject_type <> 'identity') as audited`)
const headersOf = async (id: string) =>
  (
    await app.query<{ headers_sealed: string }>(
      `select headers_sealed from outbound_webhooks where id = '${id}'`,
    )
  )[0]!.headers_sealed

const otherOrigins = [
  'https://elsewhere.example.com/hooks',
  'https://receiver.example.com:8443/hooks',
  'https://RECEIVER.example.com.evil.example/hooks',
]

test.for(otherOrigins)('%s does not get the hidden headers of another origin', async (moved) => {
  const { id } = await create()
  const before = await rows()
  const missing = await outbound.patch(id, { url: moved })
  expect(expectProblem(missing, 400, 'validation_error').errors).toMatchObject([{ field: 'headers' }])
  const shown = await outbound.get(id)
  const hidden = await outbound.patch(id, { ...shown, url: moved })
  expect(expectProblem(hidden, 400, 'validation_error').errors!.map(({ field }) => field)).toEqual([
    'headers.X-Api-Key',
    'headers.X-Tenant',
  ])
  const partly = await outbound.patch(id, { url: moved, headers: { ...shown.headers, 'X-Tenant': 'eight' } })
  expect(expectProblem(partly, 400, 'validation_error').errors!.map(({ field }) => field)).toEqual([
    'headers.X-Api-Key',
  ])
  expect(await rows()).toEqual(before)
})

test('with the values sent again, or without headers, the URL may have another origin', async () => {
  const moved = otherOrigins[0]!
  for (const headers of [secrets, { 'X-Api-Key': 'another' }, {}]) {
    const { id } = await create()
    const after = expectOk<Webhook>(await outbound.patch(id, { url: moved, headers }), 200)
    expect([after.url, Object.keys(after.headers)]).toEqual([moved, Object.keys(headers)])
  }
  const { id } = await outbound.create({ url })
  expect((await outbound.change(id, { url: moved })).url).toBe(moved)
})

test('within its origin the URL can change and the headers are kept', async () => {
  const { id } = await create()
  const before = await headersOf(id)
  for (const moved of [
    'https://receiver.example.com/other?x=1',
    'https://receiver.example.com:443/hooks',
    'https://RECEIVER.EXAMPLE.COM/hooks',
  ])
    expect((await outbound.change(id, { url: moved })).url).toBe(moved)
  expect(await headersOf(id)).toBe(before)
})

test('the signing secret is kept, because it is never sent', async () => {
  const { id } = await outbound.create({ url })
  const secretOf = () => app.query(`select secret_sealed from outbound_webhooks where id = '${id}'`)
  const before = await secretOf()
  await outbound.change(id, { url: otherOrigins[0] })
  expect(await secretOf()).toEqual(before)
})
