import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { minute } from '../../kernel/durations.ts'

let app: TestApp
/** Policies apply to the whole service, so each test has its own. */
beforeEach(async () => {
  app = await startApp({ SLA_MINUTES: 'P1=100,P2=200,P3=300,P4=400' })
})
afterEach(() => app.close())

interface Calendar {
  id: string
  name: string
  version: number
}

const office = {
  name: 'Office',
  time_zone: 'Europe/Berlin',
  hours: { mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] },
  holidays: ['2026-12-25'],
}
const make = async (body: object = office): Promise<Calendar> =>
  expectOk(await app.call('POST', '/sla/calendars', { body }), 201)
const setPolicy = (priority: string, body: unknown, as?: string) =>
  app.call('PUT', `/sla/policies/${priority}`, { body, ...(as && { as }) })
const auditOf = async (subject_type: string) =>
  app.query<{ action: string; subject_id: string; changes: { from: unknown; to: unknown }[] }>(
    `select action, subject_id, changes from audit_entries where subject_type = '${subject_type}' order by seq`,
  )
const minutesOf = ({ created_at, sla_breach_at }: { created_at: string; sla_breach_at: string }) =>
  (Date.parse(sla_breach_at) - Date.parse(created_at)) / minute

describe('policies', () => {
  test('are those of SLA_MINUTES until they are set', async () => {
    const listed = async () =>
      (await app.call('GET', '/sla/policies')).json<{ data: object[]; total: number }>()
    const byDefault = (priority: string, target_minutes: number) => ({
      priority,
      target_minutes,
      calendar_id: null,
      is_default: true,
      version: 0,
    })
    const defaults = [100, 200, 300, 400].map((minutes, i) => byDefault(`P${i + 1}`, minutes))
    expect(await listed()).toEqual({ data: defaults, total: 4 })
    const set = expectOk(await setPolicy('P2', { target_minutes: 45 }), 200)
    expect(set).toEqual({
      priority: 'P2',
      target_minutes: 45,
      calendar_id: null,
      is_default: false,
      version: 1,
    })
    expect((await listed()).data).toEqual(defaults.with(1, set as never))
    expect(await auditOf('sla_policy')).toMatchObject([
      {
        action: 'updated',
        subject_id: 'P2',
        changes: [{ from: { target_minutes: 200, calendar_id: null }, to: { target_minutes: 45 } }],
      },
    ])
  })

  test('that someone else has set since are not replaced', async () => {
    const setVersion = (version: number, target_minutes: number) =>
      app.call('PUT', '/sla/policies/P1', {
        body: { target_minutes },
        headers: { 'if-match': `"${version}"` },
      })
    for (const version of [0, 1]) {
      const set = await setVersion(version, 10 + version)
      expectOk(set, 200)
      expect(set.headers.etag).toBe(`"${version + 1}"`)
      const refused = await setVersion(version, 99)
      expectProblem(refused, 412, 'precondition_failed')
      expect(refused.headers.etag).toBe(`"${version + 1}"`)
    }
    expect(await app.query('select target_minutes from sla_policies')).toEqual([{ target_minutes: 11 }])
  })

  test('that are set to what they are do not change', async () => {
    const { id: calendar_id } = await make()
    const body = { target_minutes: 45, calendar_id }
    const first = expectOk(await setPolicy('P2', body), 200)
    expect(expectOk(await setPolicy('P2', body), 200)).toEqual(first)
    expect(await auditOf('sla_policy')).toHaveLength(1)
    expect(expectOk(await setPolicy('P2', { target_minutes: 45 }), 200)).toMatchObject({ version: 2 })
  })

  test('that are set at the same time are each audited with the one before', async () => {
    const minutes = [1, 2, 3, 4, 5, 6]
    await Promise.all(minutes.map((target_minutes) => setPolicy('P1', { target_minutes })))
    const changes = (await auditOf('sla_policy')).map(({ changes }) => changes[0]!)
    const byDefault = { priority: 'P1', target_minutes: 100, calendar_id: null, version: 0 }
    expect(changes.map(({ from }) => from)).toEqual([byDefault, ...changes.slice(0, -1).map(({ to }) => to)])
  })

  test('apply to incidents opened, or changed to the priority, from then on, and not to running clocks', async () => {
    const incidents = driveIncidents(app)
    const before = await incidents.create({ priority: 'P1' })
    const other = await incidents.create({ priority: 'P3' })
    expectOk(await setPolicy('P1', { target_minutes: 7 }), 200)
    expect(minutesOf(await incidents.get(before.id))).toBe(100)
    expect(minutesOf(await incidents.change(before.id, { state: 'in_progress' }))).toBe(100)
    expect(minutesOf(await incidents.create({ priority: 'P1' }))).toBe(7)
    expect(minutesOf(await incidents.change(other.id, { priority: 'P1' }))).toBe(7)
  })

  test('of another node take effect here', async () => {
    const second = await startApp({
      DATABASE_URL: app.url,
      SLA_MINUTES: 'P1=100,P2=200,P3=300,P4=400',
    })
    const incidents = driveIncidents(second)
    await incidents.create({ priority: 'P1' }) // now it is cached
    expectOk(await setPolicy('P1', { target_minutes: 7 }), 200)
    expect(await eventually(async () => minutesOf(await incidents.create({ priority: 'P1' })) === 7)).toBe(
      true,
    )
    await second.close()
  })

  test('with a calendar count only its hours', async () => {
    const { id } = await make({
      ...office,
      time_zone: 'UTC',
      hours: { wed: [['10:00', '11:00']] },
      holidays: [],
    })
    expectOk(await setPolicy('P1', { target_minutes: 90, calendar_id: id }), 200)
    const incidents = driveIncidents(app)
    const made = await incidents.create({ priority: 'P1' })
    // An hour a week: ninety minutes end in the middle of the second or third Wednesday's hour.
    expect(new Date(made.sla_breach_at).getUTCDay()).toBe(3)
    expect(new Date(made.sla_breach_at).getUTCHours()).toBe(10)
    const explained = (await app.call('GET', `/incidents/${made.id}/sla`)).json<object>()
    expect(explained).toMatchObject({ calendar_id: id, target_minutes: 90 })
  })

  test('are readable by everyone and set by managers', async () => {
    for (const role of ['viewer', 'auditor', 'itsm_agent'] as const) {
      const as = await app.tokenFor(role)
      expect((await app.call('GET', '/sla/policies', { as })).statusCode).toBe(200)
      expectProblem(await setPolicy('P1', { target_minutes: 5 }, as), 403, 'insufficient_role')
      expectProblem(await app.call('POST', '/sla/calendars', { as, body: office }), 403, 'insufficient_role')
    }
    expect(await app.query('select * from sla_policies')).toEqual([])
    expectOk(await setPolicy('P1', { target_minutes: 5 }, await app.tokenFor('itsm_manager')), 200)
  })
})

describe('calendars', () => {
  test('are created, read, replaced and deleted, and each change is audited', async () => {
    const response = await app.call('POST', '/sla/calendars', { body: office })
    const made = expectOk<Calendar>(response, 201)
    expect(made).toMatchObject({ ...office, id: expect.stringMatching(/^cal_/), version: 1 })
    expect(response.headers).toMatchObject({ location: `/prod/api/v1/sla/calendars/${made.id}`, etag: '"1"' })
    const read = await app.call('GET', `/sla/calendars/${made.id}`)
    expect(expectOk(read, 200)).toEqual(made)
    expect(read.headers.etag).toBe('"1"')
    const body = { ...made, name: 'Shop', holidays: undefined }
    const headers = { 'if-match': '"1"' }
    const answer = await app.call('PUT', `/sla/calendars/${made.id}`, { body, headers })
    const replaced = expectOk(answer, 200)
    expect(answer.headers.etag).toBe('"2"')
    for (const method of ['PUT', 'DELETE'] as const) {
      const late = { headers, ...(method === 'PUT' && { body: office }) }
      const refused = await app.call(method, `/sla/calendars/${made.id}`, late)
      expectProblem(refused, 412, 'precondition_failed')
      expect(refused.headers.etag).toBe('"2"')
    }
    expect(replaced).toMatchObject({ name: 'Shop', holidays: [], version: 2 })
    expect((await app.call('GET', '/sla/calendars')).json()).toEqual({ data: [replaced], total: 1 })
    const deleted = expectOk(await app.call('DELETE', `/sla/calendars/${made.id}`), 200)
    expect(deleted).toEqual({ ...(replaced as object), deleted: true })
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const gone = await app.call(
        method,
        `/sla/calendars/${made.id}`,
        method === 'PUT' ? { body: office } : {},
      )
      expectProblem(gone, 404, 'not_found')
    }
    const audited = await auditOf('sla_calendar')
    expect(audited.map(({ action, subject_id }) => [action, subject_id])).toEqual(
      ['created', 'updated', 'deleted'].map((action) => [action, made.id]),
    )
    expect(audited[1]!.changes[0]).toMatchObject({ from: { name: 'Office' }, to: { name: 'Shop' } })
  })

  test('that are replaced by what they are do not change', async () => {
    for (const holidays of [office.holidays, undefined]) {
      const body = { ...office, holidays }
      const made = await make(body)
      expect(expectOk(await app.call('PUT', `/sla/calendars/${made.id}`, { body }), 200)).toEqual(made)
    }
    expect((await auditOf('sla_calendar')).map(({ action }) => action)).toEqual(['created', 'created'])
  })

  test('that change do not affect running segments', async () => {
    const { id } = await make({ ...office, hours: { mon: [['00:00', '24:00']] } })
    expectOk(await setPolicy('P1', { target_minutes: 60, calendar_id: id }), 200)
    const incidents = driveIncidents(app)
    const before = await incidents.create({ priority: 'P1' })
    const body = { ...office, hours: { wed: [['00:00', '24:00']] } }
    expectOk(await app.call('PUT', `/sla/calendars/${id}`, { body }), 200)
    expect((await incidents.change(before.id, { state: 'in_progress' })).sla_breach_at).toBe(
      before.sla_breach_at,
    )
    expect((await incidents.create({ priority: 'P1' })).sla_breach_at).not.toBe(before.sla_breach_at)
  })

  test('that a policy uses cannot be deleted, not even while the policy is being set', async () => {
    const { id } = await make()
    expectOk(await setPolicy('P4', { target_minutes: 60, calendar_id: id }), 200)
    const refused = await app.call('DELETE', `/sla/calendars/${id}`)
    expect(expectProblem(refused, 409, 'calendar_in_use').message).toContain('The P4 target uses')
    expect((await auditOf('sla_calendar')).map(({ action }) => action)).toEqual(['created'])
    expectOk(await setPolicy('P4', { target_minutes: 60 }), 200)

    const race = await Promise.all([
      ...['P1', 'P2', 'P3'].map((priority) => setPolicy(priority, { target_minutes: 60, calendar_id: id })),
      app.call('DELETE', `/sla/calendars/${id}`),
    ])
    for (const response of race) expect([200, 400, 409]).toContain(response.statusCode)
    const used = race.slice(0, 3).some(({ statusCode }) => statusCode === 200)
    expect(await app.query('select * from sla_calendars')).toHaveLength(used ? 1 : 0)
  })
})
