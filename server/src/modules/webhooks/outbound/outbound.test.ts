import { expect, test } from 'vitest'
import { startApp, tokenOf } from '../../../../test/app.ts'
import { expectOk, walk } from '../../../../test/incidents.ts'
import { driveOutbound, publicName, type Webhook } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp({}, publicName)
const outbound = driveOutbound(app)

const full = {
  name: 'Pager of the network team',
  url: 'https://hooks.example.com/in?team=network',
  events: ['incident.created', 'incident.resolved'],
  filters: [{ field: 'incident.priority', operator: 'in', value: ['P1', 'P2'] }],
  headers: { 'X-Api-Key': 'k-123', 'X-Team': 'network' },
  format: 'teams',
  sign_payloads: true,
  active: false,
  timeout_seconds: 30,
}

test('creation returns every field, the secret and the URL of the new webhook', async () => {
  const response = await outbound.ask(full)
  const { id, secret, created_at, updated_at, ...webhook } = expectOk<Webhook>(response, 201)
  expect(id).toMatch(/^wh_out_[0-9a-z]{16,}$/)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Date.parse(created_at)).toBeGreaterThan(0)
  expect(updated_at).toBe(created_at)
  expect(webhook).toEqual({
    ...full,
    owner: expect.stringContaining('@'),
    previous_secret_until: null,
    version: 1,
  })
  expect(response.headers).toMatchObject({ location: `/prod/api/v1/webhooks/outbound/${id}`, etag: '"1"' })
})

test('omitted fields have their defaults', async () => {
  const { defaults } = outbound
  expect(await outbound.create()).toMatchObject({
    ...defaults,
    filters: [],
    headers: {},
    format: 'event',
    sign_payloads: true,
    active: true,
    timeout_seconds: 10,
  })
})

test('its creator is the owner', async () => {
  const body = { name: 'Network', email: 'network@example.com', roles: ['itsm_manager'] }
  const { client_id, client_secret } = expectOk<Record<'client_id' | 'client_secret', string>>(
    await app.call('POST', '/clients', { body }),
    201,
  )
  const as = await tokenOf(app.http, client_id, client_secret)
  const { id, owner } = await outbound.create({}, { as })
  expect(owner).toBe('network@example.com')
  expect((await outbound.change(id, { name: 'Changed by another' })).owner).toBe('network@example.com')
})

test('reads return everything except the secret and header values', async () => {
  const { secret, ...created } = await outbound.create(full)
  const response = await outbound.read(created.id)
  expect(expectOk(response, 200)).toEqual({
    ...created,
    headers: { 'X-Api-Key': '********', 'X-Team': '********' },
  })
  expect(response.headers.etag).toBe('"1"')
  const listed = (await outbound.list()).data.find(({ id }) => id === created.id)
  expect(listed).toEqual(response.json())
  expect(response.body + JSON.stringify(listed)).not.toContain(secret!.slice(6))
})

test('a list can be filtered by state and event, sorted and paged', async () => {
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta']
  const events = ['ci.discovered', 'change.approved']
  for (const name of names) await outbound.create({ name, events, active: name === 'Beta' })
  const named = async (query: Record<string, string>) =>
    (await outbound.list({ event: 'ci.discovered', ...query })).data.map(({ name }) => name)
  expect(await named({})).toEqual(names.toReversed())
  expect(await named({ sort: 'name', order: 'asc' })).toEqual(names.toSorted())
  expect(await named({ active: 'true' })).toEqual(['Beta'])
  expect(await named({ active: 'false', sort: 'name', order: 'desc' })).toEqual(['Gamma', 'Delta', 'Alpha'])
  expect(await named({ event: 'request.approved' })).toEqual([])
  const pages = await walk((cursor) =>
    outbound.list({ event: 'change.approved', limit: '3', ...(cursor && { cursor }) }),
  )
  expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
    [3, 4],
    [1, 4],
  ])
  for (const query of [{ event: 'incident.deleted' }, { active: 'perhaps' }, { sort: 'url' }])
    expectProblem(
      await app.call('GET', '/webhooks/outbound', { query: query as never }),
      400,
      'validation_error',
    )
})

test('each field can be updated, and increments the version', async () => {
  const { id } = await outbound.create()
  const changes = { ...full, headers: { 'X-New': 'value' }, name: 'Renamed', sign_payloads: false }
  for (const [i, [field, value]] of Object.entries(changes).entries()) {
    const response = await outbound.patch(id, { [field]: value })
    const changed = expectOk<Record<string, unknown>>(response, 200)
    expect(changed[field], `of ${field}`).toEqual(field === 'headers' ? { 'X-New': '********' } : value)
    expect(response.headers.etag).toBe(`"${String(changed.version)}"`)
    expect(changed.version, `after ${field}`).toBe(i + 2)
    expect(await outbound.get(id)).toEqual(changed)
  }
})

test('a webhook sent back as it was read keeps its hidden header values', async () => {
  const { id } = await outbound.create(full)
  const read = await outbound.get(id)
  const sealed = await app.query(
    `select headers_sealed, secret_sealed from outbound_webhooks where id = '${id}'`,
  )
  expect(await outbound.change(id, read)).toEqual(read)
  expect(
    await app.query(`select headers_sealed, secret_sealed from outbound_webhooks where id = '${id}'`),
  ).toEqual(sealed)
  const { version, headers } = await outbound.change(id, { ...read, name: 'Another' })
  expect({ version, headers }).toEqual({ version: 2, headers: read.headers })
  const mixed = await outbound.change(id, { headers: { 'X-Api-Key': '********', 'X-Other': 'new' } })
  expect(Object.keys(mixed.headers)).toEqual(['X-Api-Key', 'X-Other'])
})

test('a hidden value without a stored one is refused', async () => {
  const { id } = await outbound.create({ headers: { 'X-Known': 'value' } })
  const before = await outbound.everything()
  for (const name of ['X-Unknown', 'constructor', 'toString']) {
    const headers = { [name]: '********' }
    for (const response of [
      await outbound.patch(id, { headers }),
      await outbound.ask({ ...outbound.defaults, headers }),
    ])
      expect(expectProblem(response, 400, 'validation_error').errors).toMatchObject([
        { field: `headers.${name}`, code: 'hidden' },
      ])
  }
  expect(await outbound.everything()).toEqual(before)
})

test('an update without changes writes nothing', async () => {
  const { id, secret: _, ...created } = await outbound.create({ ...full, headers: {} })
  const before = await outbound.everything()
  for (const patch of [
    {},
    { name: full.name },
    { ...full, headers: {} },
    { sign_payloads: true },
    { id: 'mine', owner: 'me' },
  ])
    expect(await outbound.change(id, patch)).toEqual({ id, ...created })
  expect(await outbound.everything()).toEqual(before)
})

test('If-Match refuses an update or deletion of another version', async () => {
  const { id } = await outbound.create()
  await outbound.change(id, { name: 'Second' })
  const before = await outbound.everything()
  const stale = { headers: { 'if-match': '"1"' } }
  expectProblem(await outbound.patch(id, { name: 'Third' }, stale), 412, 'precondition_failed')
  expectProblem(await outbound.remove(id, stale), 412, 'precondition_failed')
  expect(await outbound.everything()).toEqual(before)
  const fresh = { headers: { 'if-match': '"2"' } }
  expect((await outbound.patch(id, { name: 'Third' }, fresh)).headers.etag).toBe('"3"')
})
