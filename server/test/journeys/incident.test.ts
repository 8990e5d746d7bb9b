import { expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { makeUser } from '../identity/key-owners.ts'
import { driveIncidents, expectOk, type Incident, type ListPage } from '../incidents.ts'

const app = await startApp({ SLA_MINUTES: 'P1=60,P2=120,P3=240,P4=480' })

const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000

/** Moves all times of an incident into the past. */
const letPass = (id: string, passed: number) =>
  app.query(`update incidents set
    created_at = created_at - interval '${passed} minutes', updated_at = updated_at - interval '${passed} minutes',
    sla_breach_at = sla_breach_at - interval '${passed} minutes', sla_next_at = sla_next_at - interval '${passed} minutes',
    sla = jsonb_set(sla, '{segments}', (select jsonb_agg(segment
      || jsonb_build_object('from', iso((segment ->> 'from')::timestamptz - interval '${passed} minutes'))
      || jsonb_build_object('to', iso((segment ->> 'to')::timestamptz - interval '${passed} minutes')))
      from jsonb_array_elements(sla -> 'segments') as segment))
    where id = '${id}'`)

test('an incident goes from report to closure, and its SLA counts only working time', async () => {
  const incidents = driveIncidents(app)
  const agent = await makeUser(app, 'itsm_agent')
  const manager = await makeUser(app, 'itsm_manager')
  const as = { as: agent.token }
  const made = await incidents.create(
    { short_description: 'Shop is down', priority: 'P1', category: 'web' },
    as,
  )
  const { id } = made
  expect(minutes(made.created_at, made.sla_breach_at)).toBe(60)

  /** Time from its creation to the breach, to the nearest minute. */
  const allowance = async () => {
    const { created_at, sla_breach_at } = await incidents.get(id)
    return Math.round(minutes(created_at, sla_breach_at))
  }
  const move = async (state: string, more: object = {}) => incidents.change(id, { state, ...more }, as)

  await letPass(id, 10)
  await move('in_progress', { work_note: 'On it', assigned_to: agent.email })
  expect(await allowance()).toBe(60)

  await letPass(id, 5)
  await move('on_hold', { work_note: 'Waiting for the supplier' })
  await letPass(id, 30)
  await move('in_progress')
  expect(await allowance()).toBe(90)

  await letPass(id, 5)
  expectOk(await incidents.note(id, { body: 'Restarted the pods', visibility: 'public' }, as), 201)
  const resolved = await move('resolved', { work_note: 'Works again' })
  expect(resolved).toMatchObject({ state: 'resolved', resolved_at: resolved.updated_at, closed_at: null })
  await letPass(id, 120)

  const reopened = await move('reopened', { work_note: 'Down again' })
  expect(reopened).toMatchObject({ resolved_at: null, reopen_count: 1, sla: { cycle: 2, clock: 'running' } })
  expect(await allowance()).toBe(90 + 120)
  await letPass(id, 5)
  await move('in_progress')
  await letPass(id, 10)
  await move('resolved', { work_note: 'Rolled back' })
  await letPass(id, 60)
  const closed = await incidents.change(id, { state: 'closed' }, { as: manager.token })
  expect(closed).toMatchObject({
    state: 'closed',
    closed_at: closed.updated_at,
    reopen_count: 1,
    work_notes_count: 6,
    allowed_transitions: [],
    sla: { target_minutes: 60, clock: 'stopped', cycle: 2, breached: false },
  })

  const sla = (await app.call('GET', `/incidents/${id}/sla`)).json<{
    counted_ms: number
    segments: { state: string; clock: string; counted_ms: number }[]
  }>()
  const counted = (ms: number) => Math.round(ms / 60_000)
  expect(sla.segments.map(({ state, clock, counted_ms }) => [state, clock, counted(counted_ms)])).toEqual([
    ['new', 'running', 10],
    ['in_progress', 'running', 5],
    ['on_hold', 'paused', 0],
    ['in_progress', 'running', 5],
    ['resolved', 'paused', 0],
    ['reopened', 'running', 5],
    ['in_progress', 'running', 10],
    ['resolved', 'paused', 0],
    ['closed', 'stopped', 0],
  ])
  expect(counted(sla.counted_ms)).toBe(35)

  const notes = (await app.call('GET', `/incidents/${id}/notes`)).json<
    ListPage<{ body: string; author: string }>
  >()
  expect(notes.data.map(({ body }) => body)).toEqual([
    'On it',
    'Waiting for the supplier',
    'Restarted the pods',
    'Works again',
    'Down again',
    'Rolled back',
  ])
  const history = (await app.call('GET', `/incidents/${id}/history`, { query: { limit: '200' } })).json<
    ListPage<{ field: string; to: string; actor: string }>
  >()
  const steps = history.data.filter(({ field }) => field === 'state')
  expect(steps.map(({ to }) => to)).toEqual([
    'new',
    'in_progress',
    'on_hold',
    'in_progress',
    'resolved',
    'reopened',
    'in_progress',
    'resolved',
    'closed',
  ])
  expect(steps.at(-1)!.actor).toBe(manager.email)
  const eventTypes = (await incidents.eventsOf(id)).map(({ type }) => type)
  expect(eventTypes.filter((type) => type === 'incident.resolved')).toHaveLength(2)
  expect(eventTypes.filter((type) => type === 'incident.updated')).toHaveLength(9)
  expect(
    (await incidents.list({ state: 'closed', q: 'shop' })).data.map((found: Incident) => found.id),
  ).toEqual([id])
})
