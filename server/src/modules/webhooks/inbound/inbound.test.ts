import { expect, test } from 'vitest'
import { startApp, tokenOf } from '../../../../test/app.ts'
import { driveInbound, type InboundWebhook } from '../../../../test/inbound.ts'
import { expectOk, walk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp({ BASE_URL: 'https://desk.example.com' })
const inbound = driveInbound(app)

const full = {
  name: 'Prometheus of the network team',
  description: 'Alerts of the routers',
  action: 'create_incident',
  field_mapping: { short_description: '{{ alert.title }}', dedup_key: '{{ alert.id }}' },
  filters: [{ field: 'alert.severity', operator: 'in', value: ['critical', 'major'] }],
  resolve_when: [{ field: 'alert.state', operator: 'eq', value: 'ok' }],
  secret_enabled: true,
  require_timestamp: true,
  notify_stakeholders: false,
  active: false,
}
const secretForm = /^whsec_[A-Za-z0-9+/]{43}=$/

test('creation returns every field, the secret and the URL', async () => {
  const response = await inbound.ask(full)
  const { id, url, secret, created_at, updated_at, ...webhook } = expectOk<InboundWebhook>(response, 201)
  // 26 characters of 5 bits each: at least 128 random bits.
  expect(id).toMatch(/^wh_in_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(url).toBe(`https://desk.example.com/prod/api/webhooks/inbound/${id}`)
  expect(secret).toMatch(secretForm)
  expect(Date.parse(created_at)).toBeGreaterThan(0)
  expect(updated_at).toBe(created_at)
  expect(webhook).toEqual({
    ...full,
    preset: null,
    owner: expect.stringContaining('@'),
    previous_secret_until: null,
    version: 1,
  })
  expect(response.headers).toMatchObject({ location: `/prod/api/v1/webhooks/inbound/${id}`, etag: '"1"' })
})

test('omitted fields have their defaults, and without secret_enabled there is no secret', async () => {
  for (const body of [{}, { secret_enabled: false, description: null, preset: null }]) {
    const webhook = await inbound.create(body)
    expect(webhook).toMatchObject({
      ...inbound.defaults,
      description: null,
      action: 'create_incident',
      filters: [],
      resolve_when: [],
      secret_enabled: false,
      notify_stakeholders: true,
      active: true,
    })
    expect(webhook).not.toHaveProperty('secret')
  }
})

test('IDs and secrets are unique', async () => {
  const made = await Promise.all(Array.from({ length: 50 }, () => inbound.create({ secret_enabled: true })))
  expect(new Set(made.flatMap(({ id, secret }) => [id, secret])).size).toBe(100)
})

test('its creator is the owner', async () => {
  const body = { name: 'Network', email: 'network@example.com', roles: ['itsm_manager'] }
  const { client_id, client_secret } = expectOk<Record<'client_id' | 'client_secret', string>>(
    await app.call('POST', '/clients', { body }),
    201,
  )
  const as = await tokenOf(app.http, client_id, client_secret)
  const { id, owner } = await inbound.create({}, { as })
  expect(owner).toBe('network@example.com')
  expect((await inbound.change(id, { name: 'Changed by another' })).owner).toBe('network@example.com')
})

test('the secret is shown once: neither in reads nor lists nor updates', async () => {
  const { secret, ...created } = await inbound.create(full)
  const response = await inbound.read(created.id)
  expect(expectOk(response, 200)).toEqual(created)
  expect(response.headers.etag).toBe('"1"')
  const listed = (await inbound.list()).data.find(({ id }) => id === created.id)
  expect(listed).toEqual(created)
  const changed = await inbound.change(created.id, { name: 'Another', secret_enabled: true })
  expect(JSON.stringify([listed, changed])).not.toContain(secret!.slice(6))
  expect(changed).not.toHaveProperty('secret')
})

test('a list can be sorted and paged', async () => {
  const node = await startApp()
  const own = driveInbound(node)
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta']
  for (const name of names) await own.create({ name })
  const named = async (query: Record<string, string>) => (await own.list(query)).data.map(({ name }) => name)
  expect(await named({})).toEqual(names.toReversed())
  expect(await named({ sort: 'name', order: 'asc' })).toEqual(names.toSorted())
  const pages = await walk((cursor) => own.list({ limit: '3', ...(cursor && { cursor }) }))
  expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
    [3, 4],
    [1, 4],
  ])
  expectProblem(
    await node.call('GET', '/webhooks/inbound', { query: { sort: 'url' } }),
    400,
    'validation_error',
  )
  await node.close()
})

test('each field can be updated, and increments the version', async () => {
  const { id } = await inbound.create()
  const { name: _, action: __, secret_enabled: ___, require_timestamp: ____, ...fields } = full
  const steps = { ...fields, name: 'Renamed', action: 'resolve_incident' }
  for (const [i, [field, value]] of Object.entries(steps).entries()) {
    const response = await inbound.patch(id, { [field]: value })
    const changed = expectOk<Record<string, unknown>>(response, 200)
    expect(changed[field], `of ${field}`).toEqual(value)
    expect(changed.version, `after ${field}`).toBe(i + 2)
    expect(response.headers.etag).toBe(`"${i + 2}"`)
    expect(await inbound.get(id)).toEqual(changed)
  }
})

test('a webhook sent back as it was read does not change', async () => {
  const { id, secret: _, ...created } = await inbound.create(full)
  const read = await inbound.get(id)
  const before = await inbound.everything()
  for (const patch of [{}, { name: full.name }, read, full, { id: 'mine', owner: 'me', preset: null }])
    expect(await inbound.change(id, patch)).toEqual({ id, ...created })
  expect(await inbound.everything()).toEqual(before)
})

test('the preset of a webhook cannot be changed', async () => {
  const { id } = expectOk<InboundWebhook>(await inbound.ask({ name: 'CI', preset: 'github' }), 201)
  expect(await inbound.change(id, { preset: 'github' })).toMatchObject({ version: 1 })
  for (const preset of ['grafana', null]) {
    const refused = expectProblem(await inbound.patch(id, { preset }), 400, 'validation_error')
    expect(refused.message).toBe('preset cannot be changed')
  }
})

test('If-Match refuses an update or deletion of another version', async () => {
  const { id } = await inbound.create()
  await inbound.change(id, { name: 'Second' })
  const before = await inbound.everything()
  const stale = { headers: { 'if-match': '"1"' } }
  expectProblem(await inbound.patch(id, { name: 'Third' }, stale), 412, 'precondition_failed')
  expectProblem(await inbound.remove(id, stale), 412, 'precondition_failed')
  expect(await inbound.everything()).toEqual(before)
  const fresh = { headers: { 'if-match': '"2"' } }
  expect((await inbound.patch(id, { name: 'Third' }, fresh)).headers.etag).toBe('"3"')
})

test('a preset provides mapping and filters, and explicit values override it', async () => {
  const { data } = expectOk<{ data: InboundWebhook[] }>(
    await app.call('GET', '/webhooks/inbound/presets'),
    200,
  )
  const github = data.find(({ name }) => name === 'github')!
  const plain = expectOk<InboundWebhook>(await inbound.ask({ name: 'CI', preset: 'github' }), 201)
  for (const field of ['field_mapping', 'filters', 'resolve_when'] as const)
    expect(plain[field]).toEqual(github[field])
  expect(plain.preset).toBe('github')
  const own = { field_mapping: { short_description: 'A run failed' }, filters: [], resolve_when: [] }
  expect(await inbound.create({ preset: 'github', ...own })).toMatchObject({ ...own, preset: 'github' })
})

test('a creation with an Idempotency-Key happens once, and both responses have the secret', async () => {
  const headers = { 'idempotency-key': 'inbound-1' }
  const first = expectOk<InboundWebhook>(await inbound.ask(full, { headers }), 201)
  const before = await inbound.everything()
  const again = await inbound.ask(full, { headers })
  expect(expectOk(again, 201)).toEqual(first)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expectProblem(await inbound.ask({ ...full, name: 'Other' }, { headers }), 422, 'idempotency_mismatch')
  expect(await inbound.everything()).toEqual(before)
})
