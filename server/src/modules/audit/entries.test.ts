import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'

const app = await startApp()

interface Entry {
  seq: number
  actor_id: string
  subject_type: string
  subject_id: string
  action: string
  changes: { field: string; from: unknown; to: unknown }[]
}

/** Without tokens and refusals, which are written with a delay. */
const entries = (after = 0) =>
  app.query<Entry>(`select seq, actor_id, subject_type, subject_id, action, changes
    from audit_entries where seq > ${after} and subject_type <> 'identity' order by seq`)

/** The audit entries of one call. */
async function left(call: () => Promise<unknown>): Promise<Entry[]> {
  const last = (await entries()).at(-1)?.seq
  await call()
  return entries(last)
}

const calls = {
  post:
    (path: string, body: object, status = 201) =>
    async () =>
      expectOk<Record<string, string>>(await app.call('POST', path, { body }), status),
  patch: (path: string, body: object) => async () => expectOk(await app.call('PATCH', path, { body }), 200),
  put: (path: string, body: object) => async () => expectOk(await app.call('PUT', path, { body }), 200),
  remove: (path: string) => async () => expectOk(await app.call('DELETE', path), 200),
}

const user = () => calls.post('/users', { email: `p${Math.random()}@example.com`, roles: ['viewer'] })()
const client = () => calls.post('/clients', { name: 'Robot', roles: ['viewer'] })()
const apiKey = () => calls.post('/profile/api-keys', { name: 'Laptop', roles: ['super_admin'] })()
const signingKey = () => calls.post('/signing-keys/rotate', {})()
const calendar = { name: 'Office', time_zone: 'UTC', hours: { mon: [['09:00', '17:00']] } }
const madeCalendar = () => calls.post('/sla/calendars', calendar)()
const incident = () => driveIncidents(app).create()

interface Write {
  /** Creates the prerequisites, and returns the call and the ID of its subject if it is known in advance. */
  prepare: () => Promise<{ call: () => Promise<unknown>; id?: string }>
  subject_type: string
  action: string
  fields: string[]
}

const on = async (
  made: Promise<Record<string, unknown> | { id: string }>,
  call: (id: string) => () => Promise<unknown>,
) => {
  const { id, kid } = (await made) as { id?: string; kid?: string }
  return { id: id ?? kid!, call: call(id ?? kid!) }
}
const fresh = (call: () => Promise<unknown>) => async () => ({ call })

const writes: Record<string, Write> = {
  'POST /incidents': {
    prepare: fresh(calls.post('/incidents', { short_description: 'Down' })),
    subject_type: 'incident',
    action: 'created',
    fields: ['short_description', 'priority', 'state'],
  },
  'PATCH /incidents/<id>': {
    prepare: () => on(incident(), (id) => calls.patch(`/incidents/${id}`, { category: 'mail' })),
    subject_type: 'incident',
    action: 'updated',
    fields: ['category'],
  },
  'DELETE /incidents/<id>': {
    prepare: () => on(incident(), (id) => calls.remove(`/incidents/${id}`)),
    subject_type: 'incident',
    action: 'deleted',
    fields: ['deleted'],
  },
  'POST /incidents/<id>/notes': {
    prepare: () => on(incident(), (id) => calls.post(`/incidents/${id}/notes`, { body: 'Hello' })),
    subject_type: 'incident',
    action: 'noted',
    fields: ['work_notes_count'],
  },
  'PUT /sla/policies/<priority>': {
    prepare: async () => ({ id: 'P1', call: calls.put('/sla/policies/P1', { target_minutes: 5 }) }),
    subject_type: 'sla_policy',
    action: 'updated',
    fields: ['policy'],
  },
  'POST /sla/calendars': {
    prepare: fresh(calls.post('/sla/calendars', calendar)),
    subject_type: 'sla_calendar',
    action: 'created',
    fields: ['calendar'],
  },
  'PUT /sla/calendars/<id>': {
    prepare: () =>
      on(madeCalendar(), (id) => calls.put(`/sla/calendars/${id}`, { ...calendar, name: 'Shop' })),
    subject_type: 'sla_calendar',
    action: 'updated',
    fields: ['calendar'],
  },
  'DELETE /sla/calendars/<id>': {
    prepare: () => on(madeCalendar(), (id) => calls.remove(`/sla/calendars/${id}`)),
    subject_type: 'sla_calendar',
    action: 'deleted',
    fields: ['calendar'],
  },
  'POST /users': {
    prepare: fresh(calls.post('/users', { email: 'ada@example.com', roles: ['viewer'] })),
    subject_type: 'user',
    action: 'created',
    fields: ['email', 'name', 'roles', 'groups', 'active'],
  },
  'PATCH /users/<id>': {
    prepare: () =>
      on(user(), (id) => calls.patch(`/users/${id}`, { roles: ['auditor'], password: 'a secret of theirs' })),
    subject_type: 'user',
    action: 'updated',
    fields: ['roles', 'password'],
  },
  'DELETE /users/<id>': {
    prepare: () => on(user(), (id) => calls.remove(`/users/${id}`)),
    subject_type: 'user',
    action: 'deleted',
    fields: ['deleted'],
  },
  'POST /clients': {
    prepare: fresh(calls.post('/clients', { name: 'Robot', roles: ['viewer'] })),
    subject_type: 'client',
    action: 'created',
    fields: ['name', 'email', 'roles', 'active', 'redirect_uris'],
  },
  'PATCH /clients/<id>': {
    prepare: () => on(client(), (id) => calls.patch(`/clients/${id}`, { active: false })),
    subject_type: 'client',
    action: 'updated',
    fields: ['active'],
  },
  'POST /clients/<id>/rotate-secret': {
    prepare: () => on(client(), (id) => calls.post(`/clients/${id}/rotate-secret`, {}, 200)),
    subject_type: 'client',
    action: 'updated',
    fields: ['client_secret'],
  },
  'DELETE /clients/<id>': {
    prepare: () => on(client(), (id) => calls.remove(`/clients/${id}`)),
    subject_type: 'client',
    action: 'deleted',
    fields: ['deleted'],
  },
  'POST /profile/api-keys': {
    prepare: fresh(apiKey),
    subject_type: 'api_key',
    action: 'created',
    fields: ['name', 'roles', 'expires_at'],
  },
  'DELETE /api-keys/<id>': {
    prepare: () => on(apiKey(), (id) => calls.remove(`/api-keys/${id}`)),
    subject_type: 'api_key',
    action: 'revoked',
    fields: ['revoked'],
  },
  'DELETE /profile/api-keys/<id>': {
    prepare: () => on(apiKey(), (id) => calls.remove(`/profile/api-keys/${id}`)),
    subject_type: 'api_key',
    action: 'revoked',
    fields: ['revoked'],
  },
  'POST /signing-keys/rotate': {
    prepare: fresh(signingKey),
    subject_type: 'signing_key',
    action: 'created',
    fields: ['signs'],
  },
  'DELETE /signing-keys/<kid>': {
    prepare: async () => {
      const made = await signingKey()
      await signingKey() // so that the removed key is not the current one
      return on(Promise.resolve(made), (kid) => calls.remove(`/signing-keys/${kid}`))
    },
    subject_type: 'signing_key',
    action: 'revoked',
    fields: ['revoked'],
  },
}

describe('each write creates one entry with its actor', () => {
  test.each(Object.entries(writes))('%s', async (_name, { prepare, subject_type, action, fields }) => {
    const { call, id } = await prepare()
    const found = await left(call)
    expect(found).toMatchObject([{ actor_id: 'test-admin', subject_type, action }])
    expect(found[0]!.changes.map(({ field }) => field).toSorted()).toEqual(fields.toSorted())
    expect([undefined, found[0]!.subject_id]).toContain(id)
  })
})

test('a write that changes nothing or is refused creates none', async () => {
  const { id } = await user()
  expect(await left(calls.patch(`/users/${id}`, {}))).toEqual([])
  expect(await left(() => app.call('PATCH', `/users/${id}`, { body: { roles: ['king'] } }))).toEqual([])
  expect(await left(() => app.call('DELETE', '/users/usr_none'))).toEqual([])
  expect(await left(() => app.call('DELETE', '/profile/api-keys/key_none'))).toEqual([])
})

test('accounts from environment variables are in the log', async () => {
  const made = (await entries()).filter(({ action }) => action === 'bootstrapped')
  expect(made.map(({ subject_type, actor_id }) => [subject_type, actor_id])).toEqual([
    ['client', 'system'],
    ['user', 'system'],
  ])
})

test('no secret and no hash of one is in the log', async () => {
  const password = 'a password nobody may read'
  const made = await calls.post('/users', { email: 'eve@example.com', roles: ['viewer'], password })()
  await calls.patch(`/users/${made.id}`, { password: `${password} again` })()
  const { id, client_secret } = await client()
  const rotated = await calls.post(`/clients/${id}/rotate-secret`, {}, 200)()
  const { key } = await apiKey()
  const log = JSON.stringify(await entries())
  for (const secret of [password, client_secret!, rotated.client_secret!, key!.split('_').slice(2).join('_')])
    expect(log).not.toContain(secret)
  expect(log).not.toMatch(/argon2|sha256:|_hash"|private/)
})
