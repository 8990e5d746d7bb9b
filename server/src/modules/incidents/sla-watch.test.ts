import { afterAll, expect, test, vi } from 'vitest'
import { age, runTwice } from '../../../test/ageing.ts'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { hour } from '../../kernel/durations.ts'

const skew = 2 * hour
const { now } = Date
/** A node clock two hours ahead, running at the normal rate. */
class WrongDate extends Date {
  constructor(...given: [] | [string | number | Date]) {
    super(given.length === 0 ? now() + skew : given[0])
  }
  static override now(): number {
    return now() + skew
  }
}

vi.stubGlobal('Date', WrongDate) // which must have no effect
const app = await startApp({ SLA_MINUTES: 'P1=100,P2=200,P3=1000,P4=4000' })
const incidents = driveIncidents(app)
for (const [name, groups] of Object.entries({ here: [], gone: [], colleague: ['night shift'] })) {
  const body = { email: `${name}@example.com`, name, roles: ['itsm_agent'], groups }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201)
  if (name === 'gone') expectOk(await app.call('PATCH', `/users/${id}`, { body: { active: false } }), 200)
}
afterAll(async () => {
  await app.close()
  vi.unstubAllGlobals()
})

const slaEvents = async (id: string) =>
  (await incidents.eventsOf(id)).filter(({ type }) => type.startsWith('sla.'))
const typesOf = async (id: string) => (await slaEvents(id)).map(({ type }) => type)
const aged = (id: string, minutes: number) => age(app, minutes, `id = '${id}'`)

const watched = () => runTwice(app, 'watch-sla')

test('a warning is published at three quarters of the target, the breach at the target, once each', async () => {
  const { id } = await incidents.create({ priority: 'P1', category: 'mail' })
  // Minutes before the mark, so that it does not come while a slow machine watches.
  await aged(id, 71)
  await watched()
  expect(await typesOf(id)).toEqual([])
  await aged(id, 4.1)
  await watched()
  expect(await typesOf(id)).toEqual(['sla.breach_warning'])
  expect(await incidents.get(id)).toMatchObject({ sla: { warned: true, breached: false }, version: 1 })
  await aged(id, 25)
  await watched()
  expect(await typesOf(id)).toEqual(['sla.breach_warning', 'sla.breached'])
  expect(await incidents.get(id)).toMatchObject({ sla: { warned: true, breached: true }, version: 1 })
})

test.for([
  ['an active assignee', 'here@example.com', 'here'],
  ['the group of an assignee who has left', 'gone@example.com', 'colleague'],
  ['the group of an assignee without an account', 'elsewhere@example.com', 'colleague'],
])('the warning and the breach reach %s', async ([, assigned_to, told]) => {
  const { id } = await incidents.create({ priority: 'P1', assigned_to, assignment_group: 'night shift' })
  const notified = (kind: string) =>
    app.query<{ name: string; title: string; message: string }>(
      `select name, title, message from notifications, users
        where recipient_id = users.id and kind = '${kind}' and subject_id = '${id}'`,
    )
  const expectOne = async (kind: string, title: string, message: string) => {
    await eventually(async () => (await notified(kind)).length > 0)
    const { short_description, sla_breach_at } = await incidents.get(id)
    const due = sla_breach_at.slice(0, 16).replace('T', ' ')
    const what = `${id}: ${short_description}`
    expect(await notified(kind)).toEqual([
      { name: told, title: `${title}: P1 ${what}`, message: `${what} ${message} ${due} UTC.` },
    ])
  }
  await aged(id, 76)
  await watched()
  await expectOne('sla_warning', 'SLA at risk', 'has used 75 % of its SLA time. It is due')
  await aged(id, 25)
  await watched()
  await expectOne('sla_breached', 'SLA breached', 'has breached its SLA. It was due')
})

test('marks that have passed are published before a change that stops the clock', async () => {
  const { id } = await incidents.inState('in_progress', { priority: 'P1' })
  // A watcher that is behind.
  await eventually(
    async () =>
      (
        await app.query(`update jobs set run_at = 'infinity'
          where type = 'watch-sla' and claimed_by is null returning id`)
      ).length > 0,
  )
  await aged(id, 101)
  await incidents.change(id, { state: 'resolved' })
  expect(await incidents.get(id)).toMatchObject({ sla: { clock: 'paused', warned: true, breached: true } })
  await watched()
  const types = (await incidents.eventsOf(id)).map(({ type }) => type)
  expect(types.slice(-4)).toEqual([
    'sla.breach_warning',
    'sla.breached',
    'incident.updated',
    'incident.resolved',
  ])
})

test('the events contain the incident, its target and its cycle', async () => {
  const { id, url } = await incidents.create({ priority: 'P2', short_description: 'Slow', category: 'mail' })
  await aged(id, 201)
  await watched()
  const { sla_breach_at } = await incidents.get(id)
  const events = await slaEvents(id)
  expect(events).toHaveLength(2)
  for (const { data, actor_id } of events) {
    expect(actor_id).toBe('system')
    expect(data).toMatchObject({
      id,
      url,
      short_description: 'Slow',
      priority: 'P2',
      state: 'new',
      category: 'mail',
      target_minutes: 200,
      cycle: 1,
    })
    expect(new Date(data.breach_at as string).toISOString()).toBe(sla_breach_at)
  }
})

test('the marks are in the history, without further events', async () => {
  const { id } = await incidents.create({ priority: 'P1' })
  await aged(id, 101)
  await watched()
  const history = (await app.call('GET', `/incidents/${id}/history`)).json<{
    data: { field: string; action: string; actor_id: string; to: unknown }[]
  }>()
  expect(history.data.slice(-2)).toMatchObject([
    { field: 'sla.warned', action: 'sla_warned', actor_id: 'system', to: true },
    { field: 'sla.breached', action: 'sla_breached', actor_id: 'system', to: true },
  ])
  expect((await incidents.eventsOf(id)).map(({ type }) => type)).toEqual([
    'incident.created',
    'sla.breach_warning',
    'sla.breached',
  ])
})

test('paused clocks do not fire, nor do those of deleted incidents', async () => {
  const quiet = [
    await incidents.inState('on_hold', { priority: 'P1' }),
    await incidents.inState('resolved', { priority: 'P1' }),
    await incidents.inState('closed', { priority: 'P1' }),
    await incidents.inState('cancelled', { priority: 'P1' }),
  ]
  const deleted = await incidents.create({ priority: 'P1' })
  await incidents.remove(deleted.id)
  const loud = await incidents.create({ priority: 'P1' })
  for (const { id } of [...quiet, deleted, loud]) await aged(id, 5000)
  await watched()
  for (const { id } of [...quiet, deleted]) expect(await typesOf(id)).toEqual([])
  expect(await typesOf(loud.id)).toEqual(['sla.breach_warning', 'sla.breached'])
})

test('a reopened incident warns and breaches again in its next cycle', async () => {
  const { id } = await incidents.inState('in_progress', { priority: 'P1' })
  await aged(id, 80)
  await watched()
  await incidents.change(id, { state: 'resolved' })
  await incidents.change(id, { state: 'reopened' })
  await aged(id, 30)
  await watched()
  expect((await slaEvents(id)).map(({ type, data }) => [type, data.cycle])).toEqual([
    ['sla.breach_warning', 1],
    ['sla.breach_warning', 2],
    ['sla.breached', 2],
  ])
})

test('a lower priority ends a breach, and the marks of one cycle are published once', async () => {
  const { id } = await incidents.create({ priority: 'P1' })
  const isListed = async (sla: string) => (await incidents.list({ sla })).data.some((each) => each.id === id)
  await aged(id, 101)
  await watched()
  expect(await isListed('breached')).toBe(true)
  const lowered = await incidents.change(id, { priority: 'P4' })
  expect(lowered).toMatchObject({ sla: { warned: false, breached: false } })
  expect([await isListed('at_risk'), await isListed('breached')]).toEqual([false, false])
  await aged(id, 3000)
  await watched()
  expect(await isListed('at_risk')).toBe(true)
  await aged(id, 1000)
  await watched()
  expect(await isListed('breached')).toBe(true)
  expect(await typesOf(id)).toEqual(['sla.breach_warning', 'sla.breached'])
})

test('times are those of the database, regardless of the node clock', async () => {
  const { id } = await incidents.create({ priority: 'P1' })
  const [{ late }] = (await app.query<{ late: number }>(
    `select abs(extract(epoch from now() - created_at))::float8 as late from incidents where id = '${id}'`,
  )) as [{ late: number }]
  expect(late).toBeLessThan(60)
  await watched()
  expect(await typesOf(id)).toEqual([])
})

const activityOf = async (id: string) =>
  (await app.call('GET', `/incidents/${id}/activity`)).json<{
    data: { action: string; sla?: string; changes: { to: unknown }[] }[]
  }>().data
const outcomesOf = async (id: string) => (await activityOf(id)).flatMap(({ sla }) => sla ?? [])

test('the activity says for each resolution whether the SLA was met', async () => {
  const { id } = await incidents.inState('in_progress', { priority: 'P1' })
  await incidents.change(id, { state: 'resolved' })
  await incidents.change(id, { state: 'reopened' })
  await aged(id, 101)
  await watched()
  for (const state of ['in_progress', 'resolved']) await incidents.change(id, { state })
  const data = await activityOf(id)
  expect(data.map(({ action, sla, changes }) => [action, sla ?? changes[0]!.to])).toEqual([
    ['updated', 'breached'],
    ['updated', 'in_progress'],
    ['sla_breached', true],
    ['sla_warned', true],
    ['updated', 'reopened'],
    ['updated', 'met'],
    ['updated', 'in_progress'],
    ['created', expect.anything()],
  ])
})

test('a breach that a lower priority has ended does not count for the resolution', async () => {
  const { id } = await incidents.inState('in_progress', { priority: 'P1' })
  await aged(id, 101)
  await watched()
  await incidents.change(id, { priority: 'P4' })
  await incidents.change(id, { state: 'resolved' })
  expect(await outcomesOf(id)).toEqual(['met'])
  await incidents.change(id, { state: 'reopened' })
  expect(await outcomesOf(id)).toEqual(['met'])
  await incidents.change(id, { state: 'in_progress', priority: 'P1' })
  await incidents.change(id, { state: 'resolved' })
  expect(await outcomesOf(id)).toEqual(['breached', 'met'])
  await incidents.change(id, { priority: 'P4' })
  expect(await outcomesOf(id)).toEqual(['breached', 'met'])
  await incidents.change(id, { state: 'reopened' })
  await incidents.change(id, { state: 'in_progress', priority: 'P1' })
  await watched()
  expect(await incidents.change(id, { state: 'resolved', priority: 'P4' })).toMatchObject({
    sla: { breached: false },
  })
  expect(await outcomesOf(id)).toEqual(['met', 'breached', 'met'])
})
