import { expect, test } from 'vitest'
import type { UserWithPassword } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()

let count = 0
const freshEmail = () => `person${++count}@example.com`
const ask = (body: object) => app.call('POST', '/users', { body })
const make = async (body: object = {}) =>
  (await ask({ email: freshEmail(), roles: ['viewer'], ...body })).json<UserWithPassword>()
const read = (id: string) => app.call('GET', `/users/${id}`)
const patch = (id: string, body: object, headers = {}) => app.call('PATCH', `/users/${id}`, { body, headers })
const remove = (id: string) => app.call('DELETE', `/users/${id}`)
const codeOf = (response: { statusCode: number; json: () => unknown }) => [
  response.statusCode,
  (response.json() as { code: string }).code,
]
const userCount = async () => (await app.query<{ n: number }>('select count(*) as n from users'))[0]!.n

test('a user is created, read, updated and deleted', async () => {
  const email = freshEmail()
  const made = await ask({ email, name: 'Ada', roles: ['itsm_agent'], groups: ['network'] })
  expect(made.statusCode).toBe(201)
  const { password, ...user } = made.json<UserWithPassword>()
  expect(user).toEqual({
    id: expect.stringMatching(/^usr_/),
    email,
    name: 'Ada',
    roles: ['itsm_agent'],
    groups: ['network'],
    active: true,
    version: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    last_sign_in_at: null,
  })
  expect(password).toMatch(/^[\w-]{24}$/)
  expect(made.headers).toMatchObject({ etag: '"1"', location: `/prod/api/v1/users/${user.id}` })

  const got = await read(user.id)
  expect([got.statusCode, got.json(), got.headers.etag]).toEqual([200, user, '"1"'])

  const changed = await patch(user.id, { name: 'Ada L', groups: ['core'] })
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"'])
  expect(changed.json()).toMatchObject({ name: 'Ada L', groups: ['core'], roles: ['itsm_agent'], version: 2 })

  const deleted = await remove(user.id)
  expect([deleted.statusCode, deleted.json()]).toEqual([200, expect.objectContaining({ deleted: true })])
})

test('a deleted user is not found by any method, and the email is free again', async () => {
  const { id, email } = await make()
  await remove(id)
  for (const response of [await read(id), await patch(id, { name: 'x' }), await remove(id)])
    expect(codeOf(response)).toEqual([404, 'not_found'])
  const listed = await app.call('GET', '/users', { query: { email } })
  expect(listed.json()).toMatchObject({ data: [], total: 0 })
  const again = await make({ email })
  expect(again.email).toBe(email)
  expect(again.id).not.toBe(id)
})

test('what only a deleted user could use or see is deleted with the account', async () => {
  const [gone, other] = [await make(), await make()]
  for (const { id, email } of [gone, other])
    await app.query(`with factor as (insert into second_factors (id, user_id, type, name, secret_sealed) values ('${id}', '${id}', 'totp', 'x', 'x')),
      code as (insert into recovery_codes (user_id, code_hash) values ('${id}', 'x')),
      preference as (insert into notification_preferences (user_id, channels) values ('${id}', '{}')),
      watch as (insert into watches (subject_id, subject_type, watcher_id, watcher) values ('${id}', 'incident', '${id}', '${email}')),
      notification as (insert into notifications (id, recipient_id, kind, title, message) values ('${id}', '${id}', 'assigned', 'x', 'x')),
      conversation as (insert into conversations (id, actor_id, turns) values ('${id}', '${id}', '[]')),
      session as (insert into sessions (id, uid_hash, account_id, address, user_agent) values ('${id}', '${id}', '${id}', '192.0.2.1', 'x'))
      insert into views (id, name, noun, filters, columns, shared, owner_id, owner)
      select '${id}' || shared, '${id}' || shared, 'incidents', '{}', '{}', shared, '${id}', '${email}' from unnest(array[true, false]) as shared`)
  await remove(gone.id)
  const left = async (id: string) =>
    (
      await app.query<{
        what: string
      }>(`select 'password' as what from users where id = '${id}' and password_hash is not null
        union all select 'factor' from second_factors where user_id = '${id}'
        union all select 'code' from recovery_codes where user_id = '${id}'
        union all select 'preference' from notification_preferences where user_id = '${id}'
        union all select 'watch' from watches where watcher_id = '${id}'
        union all select 'notification' from notifications where recipient_id = '${id}'
        union all select 'conversation' from conversations where actor_id = '${id}'
        union all select 'address' from sessions where account_id = '${id}' and (address is not null or user_agent is not null)
        union all select case when shared then 'shared view' else 'view' end from views where owner_id = '${id}' order by 1`)
    ).map(({ what }) => what)
  expect(await left(gone.id)).toEqual(['shared view'])
  expect(await left(other.id)).toHaveLength(10)
})

test('an unknown user is not found, however the ID is written', async () => {
  for (const id of ['usr_unknown', 'usr%20or%201=1', "'%20or%201=1--", '..%2fclients'])
    expect([id, ...codeOf(await read(id))]).toEqual([id, 404, 'not_found'])
})

test.for<[string, object, string]>([
  ['no e-mail', { roles: ['viewer'] }, 'email'],
  ['an e-mail that is none', { email: 'nobody', roles: ['viewer'] }, 'email'],
  ['no roles', { email: 'a@example.com' }, 'roles'],
  ['an empty list of roles', { email: 'a@example.com', roles: [] }, 'roles'],
  ['an unknown role', { email: 'a@example.com', roles: ['root'] }, 'roles.0'],
  ['a role twice', { email: 'a@example.com', roles: ['viewer', 'viewer'] }, 'roles'],
  ['roles as text', { email: 'a@example.com', roles: 'viewer' }, 'roles'],
  ['a short password', { email: 'a@example.com', roles: ['viewer'], password: 'short' }, 'password'],
  [
    'an endless password',
    { email: 'a@example.com', roles: ['viewer'], password: 'x'.repeat(257) },
    'password',
  ],
  ['a blank name', { email: 'a@example.com', roles: ['viewer'], name: '  ' }, 'name'],
  ['a name of two lines', { email: 'a@example.com', roles: ['viewer'], name: 'a\nb' }, 'name'],
  ['an unknown field', { email: 'a@example.com', roles: ['viewer'], admin: true }, 'admin'],
  ['a hash of their own', { email: 'a@example.com', roles: ['viewer'], password_hash: 'x' }, 'password_hash'],
])('a user with %s is refused', async ([, body, field]) => {
  const before = await userCount()
  const response = await ask(body)
  expect([response.statusCode, response.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'validation_error',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    }),
  ])
  expect(await userCount()).toBe(before)
})

test('a user may be created inactive', async () => {
  const { id, active } = await make({ active: false })
  expect([active, (await read(id)).json<UserWithPassword>().active]).toEqual([false, false])
})

test('read-only fields are ignored', async () => {
  const made = await make({ id: 'usr_mine', version: 7, created_at: 'x' })
  expect(made).toMatchObject({ version: 1 })
  expect(made.id).not.toBe('usr_mine')
  const whole = (await read(made.id)).json<UserWithPassword>()
  const changed = await patch(made.id, { ...whole, name: 'New', id: 'usr_mine' })
  expect(changed.json()).toMatchObject({ id: made.id, name: 'New', email: made.email })
})

test('an email may be sent back in any case, and cannot be changed', async () => {
  const { id, email } = await make()
  const same = await patch(id, { email: email.toUpperCase() })
  expect([same.statusCode, same.json()]).toEqual([200, expect.objectContaining({ email, version: 1 })])
  const refused = await patch(id, { name: 'New', email: 'other@example.com' })
  expect(expectProblem(refused, 400, 'validation_error').message).toBe('email cannot be changed')
  expect((await read(id)).json()).toMatchObject({ email, version: 1 })
})

test('an email is unique in any case, also concurrently', async () => {
  const { email } = await make()
  const before = await userCount()
  expect(codeOf(await ask({ email: email.toUpperCase(), roles: ['viewer'] }))).toEqual([409, 'email_taken'])
  expect(await userCount()).toBe(before)
  const body = { email: freshEmail(), roles: ['viewer'] }
  const statuses = (await Promise.all([ask(body), ask(body), ask(body)])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([201, 409, 409])
})

test('an update applies only to the version that was read', async () => {
  const { id } = await make()
  const stale = await patch(id, { name: 'x' }, { 'if-match': '"7"' })
  expect(codeOf(stale)).toEqual([412, 'precondition_failed'])
  expect(stale.headers.etag).toBe('"1"')
  expect((await read(id)).json()).toMatchObject({ version: 1 })
  expect((await patch(id, { name: 'x' }, { 'if-match': '"1"' })).statusCode).toBe(200)
  const both = await Promise.all(['a', 'b'].map((name) => patch(id, { name }, { 'if-match': '"2"' })))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
  expect((await read(id)).json()).toMatchObject({ version: 3 })
  const remove = (version: number) =>
    app.call('DELETE', `/users/${id}`, { headers: { 'if-match': `"${version}"` } })
  expect(codeOf(await remove(2))).toEqual([412, 'precondition_failed'])
  expect((await read(id)).json()).toMatchObject({ active: true, version: 3 })
  expect((await remove(3)).statusCode).toBe(200)
})

test('the list filters by name, email, role, group and activity, and sorts', async () => {
  const group = 'filters'
  const ann = await make({ name: 'ann', roles: ['auditor'], groups: [group] })
  const bob = await make({ name: 'Bob Müller', roles: ['auditor', 'viewer'], groups: [group, 'more'] })
  await patch(bob.id, { active: false })
  const idsFor = async (query: Record<string, string>) => {
    const listed = (await app.call('GET', '/users', { query: { group, ...query } })).json<{
      data: UserWithPassword[]
      total: number
    }>()
    expect(listed.total).toBe(listed.data.length)
    return listed.data.map((user) => user.id)
  }
  expect(await idsFor({ sort: 'name', order: 'asc' })).toEqual([ann.id, bob.id])
  expect(await idsFor({ sort: 'name', order: 'desc' })).toEqual([bob.id, ann.id])
  expect(await idsFor({ role: 'viewer' })).toEqual([bob.id])
  expect((await idsFor({ role: 'viewer,super_admin,auditor' })).toSorted()).toEqual(
    [ann.id, bob.id].toSorted(),
  )
  expect(await idsFor({ active: 'true' })).toEqual([ann.id])
  expect(await idsFor({ active: 'false' })).toEqual([bob.id])
  expect(await idsFor({ email: ann.email.toUpperCase() })).toEqual([ann.id])
  expect(await idsFor({ q: 'an' })).toEqual([ann.id])
  expect(await idsFor({ q: bob.email.slice(0, 12) })).toEqual([bob.id])
  expect(await idsFor({ q: 'nn' })).toEqual([])
  for (const q of ['muller', 'Müller', 'mueller', 'Müll'.normalize('NFD')])
    expect(await idsFor({ q })).toEqual([bob.id])
  expect(await idsFor({ role: 'super_admin' })).toEqual([])
})

test.for(['role=root', 'active=maybe', 'colour=red', 'limit=0', 'limit=201', 'sort=password_hash'])(
  'a list with %s is refused',
  async (query) => {
    const response = await app.call('GET', `/users?${query}`)
    expect(codeOf(response)).toEqual([400, 'validation_error'])
  },
)

test('pages are contiguous', async () => {
  const group = 'pages'
  const made = []
  for (let i = 0; i < 5; i++) made.push((await make({ groups: [group] })).id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { group, limit: '2', ...(cursor && { cursor }) }
    const page = (await app.call('GET', '/users', { query })).json<{
      data: UserWithPassword[]
      next_cursor?: string
      total: number
    }>()
    expect(page.total).toBe(5)
    seen.push(...page.data.map((user) => user.id))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toEqual(made.toReversed())
})

test('only a super_admin can read or change users', async () => {
  const { id } = await make()
  const as = await app.tokenFor('itsm_manager', 'itsm_agent', 'auditor', 'viewer')
  const before = await userCount()
  for (const [method, path, body] of [
    ['GET', '/users'],
    ['GET', `/users/${id}`],
    ['POST', '/users', { email: 'new@example.com', roles: ['viewer'] }],
    ['PATCH', `/users/${id}`, { roles: ['super_admin'] }],
    ['DELETE', `/users/${id}`],
  ] as const) {
    const response = await app.call(method, path, { as, body })
    expect([response.statusCode, response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient_role', required_roles: ['super_admin'] }),
    ])
    expect((await app.call(method, path, { as: null, body })).statusCode).toBe(401)
  }
  expect(await userCount()).toBe(before)
  expect((await read(id)).json()).toMatchObject({ roles: ['viewer'], version: 1 })
})

test('a user sent back as it was read does not change, and no token ends', async () => {
  const made = (
    await app.call('POST', '/users', { body: { email: 'same@example.com', roles: ['viewer'] } })
  ).json<{ id: string }>()
  const epoch = `select epoch, version from users where id = '${made.id}'`
  const before = await app.query(epoch)
  const { statusCode, body } = await app.call('GET', `/users/${made.id}`)
  expect(statusCode).toBe(200)
  for (const sent of [JSON.parse(body) as object, {}]) {
    const response = await app.call('PATCH', `/users/${made.id}`, { body: sent })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(JSON.parse(body))
  }
  expect(await app.query(epoch)).toEqual(before)
})
