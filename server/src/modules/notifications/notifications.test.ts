import { expect, test } from 'vitest'
import type { Notification } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeKey, makeUser } from '../../../test/identity/key-owners.ts'
import { exchangeKey } from '../../../test/identity/token-endpoint.ts'
import { driveIncidents, expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const mine = await app.tokenFor('itsm_agent')
const theirs = await app.tokenFor('itsm_agent')

const list = async (as: string, query: Record<string, string> = {}): Promise<ListPage<Notification>> =>
  expectOk(await app.call('GET', '/notifications', { as, query }), 200)
const markRead = (as: string, id: string) => app.call('POST', `/notifications/${id}/read`, { as })

/** An incident whose opener has been notified. */
async function notified(as: string, short_description: string): Promise<Notification> {
  const { id } = await incidents.create({ short_description, notify_stakeholders: true }, { as })
  const found = await eventually(async () =>
    (await list(as)).data.find(({ subject_id }) => subject_id === id),
  )
  return found!
}

test('a notification contains what happened, and a link', async () => {
  const { id, ...shown } = await notified(mine, 'Mail is down')
  expect(id).toMatch(/^ntf_/)
  const incident = await incidents.get(shown.subject_id!)
  expect(shown).toEqual({
    kind: 'incident.created',
    title: `P3 ${incident.id}: Mail is down`,
    message: `itsm_agent opened ${incident.id} (P3): Mail is down`,
    subject_id: incident.id,
    url: incident.url,
    read_at: null,
    created_at: expect.any(String),
  })
})

test('each user has their own list, newest first, in pages', async () => {
  const first = await notified(mine, 'One')
  const second = await notified(mine, 'Two')
  const other = await notified(theirs, 'Theirs')
  const { data, total } = await list(mine)
  expect(data.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(data.map(({ id }) => id)).not.toContain(other.id)
  expect(total).toBe(data.length)
  const pages = await walk((cursor) => list(mine, { limit: '1', ...(cursor && { cursor }) }))
  expect(pages.flatMap((page) => page.data)).toEqual(data)
})

test('a notification is unread until marked as read', async () => {
  const { id } = await notified(mine, 'To be read')
  const unread = async () => (await list(mine, { unread: 'true' })).data.map((item) => item.id)
  const read = async () => (await list(mine, { unread: 'false' })).data.map((item) => item.id)
  expect([await unread(), await read()]).toEqual([
    expect.arrayContaining([id]),
    expect.not.arrayContaining([id]),
  ])
  const marked = expectOk<Notification>(await markRead(mine, id), 200)
  expect(marked.read_at).not.toBeNull()
  expect([await unread(), await read()]).toEqual([
    expect.not.arrayContaining([id]),
    expect.arrayContaining([id]),
  ])
  expect(expectOk<Notification>(await markRead(mine, id), 200).read_at).toBe(marked.read_at)
})

test('notifications of others do not exist, not even for super_admin', async () => {
  const { id } = await notified(mine, 'Private')
  for (const as of [theirs, await app.tokenFor('super_admin')])
    expectProblem(await markRead(as, id), 404, 'not_found')
  expectProblem(await markRead(mine, 'ntf_none'), 404, 'not_found')
  expect((await list(mine)).data.find((item) => item.id === id)!.read_at).toBeNull()
})

test('an invalid filter is refused', async () => {
  const response = await app.call('GET', '/notifications', { as: mine, query: { unread: 'perhaps' } })
  expect(expectProblem(response, 400, 'validation_error').errors?.[0]?.field).toBe('unread')
})

test('the text of an internal note is for roles that may read the note, also in an API key', async () => {
  const ada = await makeUser(app, 'itsm_agent')
  const key = await makeKey(app, ada.token, { roles: ['viewer'] })
  const viewer = (await exchangeKey(app, key.key)).json<{ access_token: string }>().access_token
  const { id } = await incidents.create()
  for (const visibility of ['internal', 'team'])
    expectOk(await incidents.note(id, { body: `@${ada.email}, ${visibility}`, visibility }), 201)
  const texts = async (as: string) => (await list(as, { unread: 'true' })).data.map(({ message }) => message)
  const [team, internal] = await texts(ada.token)
  expect([team, internal]).toEqual([
    expect.stringContaining('team') as string,
    expect.stringContaining('internal') as string,
  ])
  expect(await texts(viewer)).toEqual([team])
  expect((await list(viewer)).total).toBe(1)
  expectProblem(await markRead(viewer, (await list(ada.token)).data[1]!.id), 404, 'not_found')
  expect(expectOk(await app.call('POST', '/notifications/read', { as: viewer }), 200)).toEqual({ count: 1 })
  expect(await texts(ada.token)).toEqual([internal])
})

test('people of an external identity provider are notified and found as users are', async () => {
  await app.query(`insert into outside_people (id, email, name, roles, vouched_at) values
    ('oidc:eve', 'eve@corp.example', 'Evelyn Outside', '{itsm_agent,change_approver}', now() - interval '11 months'),
    ('oidc:eve again', 'Eve@corp.example', 'Evelyn Outside', '{itsm_agent}', now()),
    ('oidc:gone', 'gone@corp.example', 'Gone Outside', '{change_approver}', now() - interval '13 months'),
    ('oidc:left', 'left@corp.example', 'Left Outside', '{}', now())`)
  const incident = await incidents.create({ short_description: 'For Eve', assigned_to: 'eve@corp.example' })
  expectOk(await incidents.note(incident.id, { body: '@eve, @gone and @left, please look' }), 201)
  const submit = async (body: object) =>
    expectOk<{ id: string }>(
      await app.call('POST', '/changes', { body: { short_description: 'New router', ...body } }),
      201,
    ).id
  const submitted = await submit({})
  const decided = await submit({ requested_by: 'eve@corp.example' })
  const as = await app.tokenFor('change_approver')
  expectOk(await app.call('POST', `/changes/${decided}/approve`, { as }), 200)
  const kindsFor = async (recipient: string) =>
    (
      await app.query<{ told: string }>(
        `select kind || ' ' || subject_id as told from notifications where recipient_id = '${recipient}' order by 1`,
      )
    ).map(({ told }) => told)
  const both = [`assigned ${incident.id}`, `decision ${decided}`, `mentioned ${incident.id}`]
  await eventually(async () => (await kindsFor('oidc:eve')).length === 4)
  expect(await kindsFor('oidc:eve')).toEqual([`approval ${submitted}`, ...both])
  expect(await kindsFor('oidc:eve again')).toEqual(both)
  for (const id of ['oidc:gone', 'oidc:left']) expect(await kindsFor(id)).toEqual([])

  const find = async (path: string, query: Record<string, string>) =>
    expectOk<{ data: object[] }>(await app.call('GET', path, { query }), 200).data
  const eve = { email: expect.stringMatching(/^eve@/i) as string, name: 'Evelyn Outside' }
  expect(await find('/people', { q: 'outside' })).toEqual([{ ...eve, groups: [] }])
  expect(await find('/people/names', { email: 'eve@corp.example,left@corp.example' })).toEqual([
    eve,
    { email: 'left@corp.example', name: 'Left Outside' },
  ])
  expect(await find('/search', { q: 'evelyn', types: 'person' })).toMatchObject([{ title: 'Evelyn Outside' }])
  expect(await find('/users', { q: 'outside' })).toEqual([])
})

test('email that was queued before SMTP_URL was unset is discarded, not overdue', async () => {
  await app.query(`insert into jobs (type, payload) values ('send-mail', '{"to": "ada@example.com"}')`)
  const queued = () => app.query(`select from jobs where type = 'send-mail'`)
  expect(await eventually(async () => (await queued()).length === 0)).toBe(true)
})

test('notifications of a deleted record are gone with it, and do not count as unread', async () => {
  const kept = await notified(mine, 'Still there')
  const gone = await notified(mine, 'A name that was a mistake')
  const before = await list(mine, { unread: 'true' })
  await incidents.remove(gone.subject_id!)
  const after = await list(mine, { unread: 'true' })
  expect(after.data.map(({ id }) => id)).toEqual(
    before.data.map(({ id }) => id).filter((id) => id !== gone.id),
  )
  expect(after.data.map(({ id }) => id)).toContain(kept.id)
  expect(after.total).toBe(before.total - 1)
  expectProblem(await markRead(mine, gone.id), 404, 'not_found')
})

test.for([
  ['/changes', { short_description: 'Replace the switch' }, { short_description: 'Replace the router' }],
  ['/cmdb/cis', { name: 'db01' }, { name: 'db02' }],
  ['/catalog/items', { name: 'Laptop' }, { name: 'Notebook' }],
  ['/requests', { short_description: 'A laptop' }, { short_description: 'A notebook' }],
] as const)('so are those of a watched and then deleted record of %s', async ([path, body, edit]) => {
  const { id } = expectOk<{ id: string }>(await app.call('POST', path, { body }), 201)
  expectOk(await app.call('PUT', `${path}/${id}/watch`, { as: mine }), 200)
  expectOk(await app.call('PATCH', `${path}/${id}`, { body: edit }), 200)
  const notice = async () => (await list(mine)).data.filter(({ subject_id }) => subject_id === id)
  expect(await eventually(async () => (await notice()).length === 1)).toBe(true)
  expectOk(await app.call('DELETE', `${path}/${id}`), 200)
  expect(await notice()).toEqual([])
})
