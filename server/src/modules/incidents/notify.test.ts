import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../test/incidents.ts'

let app: TestApp
let incidents: Incidents
let opener: { id: string; token: string }
const people: Record<string, string> = {}

beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  const token = await app.tokenFor('itsm_agent')
  opener = { token, id: (await app.call('GET', '/profile', { as: token })).json<{ id: string }>().id }
  const make = async (name: string, groups: string[]) => {
    const body = { email: `${name}@example.com`, roles: ['itsm_agent'], groups }
    people[name] = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201).id
  }
  await make('ada', ['network', 'core'])
  await make('ben', ['network'])
  await make('cy', ['core'])
  await make('inactive', ['network'])
  await make('deleted', ['network'])
  await app.call('PATCH', `/users/${people.inactive}`, { body: { active: false } })
  await app.call('DELETE', `/users/${people.deleted}`)
})

const waiting = () => app.query(`select from jobs where type = 'notify-stakeholders'`)

/** The recipients for an incident, once its job is done. */
async function toldOf(body: object, as = opener.token): Promise<string[]> {
  const made = await incidents.create(body, { as })
  expect(made).not.toHaveProperty('notify_stakeholders')
  await eventually(async () => (await waiting()).length === 0)
  const rows = await app.query<{ recipient_id: string }>(
    `select recipient_id from notifications where subject_id = '${made.id}' order by 1`,
  )
  return rows.map(({ recipient_id }) => recipient_id)
}
const notify_stakeholders = true

test('the active members of the group and the opener are notified once each, and no one else', async () => {
  expect(await toldOf({ notify_stakeholders, assignment_group: 'network' })).toEqual(
    [opener.id, people.ada!, people.ben!].toSorted(),
  )
})

test('without a group, or with an empty one, only the opener is notified', async () => {
  expect(await toldOf({ notify_stakeholders })).toEqual([opener.id])
  expect(await toldOf({ notify_stakeholders, assignment_group: 'nobody' })).toEqual([opener.id])
})

test('no one is notified by default', async () => {
  for (const body of [{}, { notify_stakeholders: false }])
    expect(await toldOf({ assignment_group: 'network', ...body })).toEqual([])
})

test('an opener who is in the group is notified once', async () => {
  await app.query(`update users set groups = '{desk}' where email = 'admin@example.com'`)
  const [admin] = await app.query<{ id: string }>(`select id from users where email = 'admin@example.com'`)
  const { id } = await incidents.create({ assignment_group: 'desk' })
  await app.query(`update incidents set opened_by_id = '${admin!.id}' where id = '${id}'`)
  await app.query(`insert into jobs (type, payload) values ('notify-stakeholders', '{"id": "${id}"}')`)
  await eventually(async () => (await waiting()).length === 0)
  expect(await app.query(`select recipient_id from notifications where subject_id = '${id}'`)).toEqual([
    { recipient_id: admin!.id },
  ])
})

test('an opener whose account is inactive by then is not notified', async () => {
  const { id } = await incidents.create({ assignment_group: 'nobody' })
  await app.query(`update incidents set opened_by_id = '${people.inactive}' where id = '${id}'`)
  await app.query(`insert into jobs (type, payload) values ('notify-stakeholders', '{"id": "${id}"}')`)
  await eventually(async () => (await waiting()).length === 0)
  expect(await app.query(`select from notifications where subject_id = '${id}'`)).toEqual([])
})

test('a deleted incident causes no notification', async () => {
  const { id } = await incidents.create({ assignment_group: 'network' })
  await incidents.remove(id)
  await app.query(`insert into jobs (type, payload) values ('notify-stakeholders', '{"id": "${id}"}')`)
  await eventually(async () => (await waiting()).length === 0)
  expect(await app.query(`select from notifications where subject_id = '${id}'`)).toEqual([])
})
