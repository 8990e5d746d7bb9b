import { describe, expect, test } from 'vitest'
import type { SlaExplanation } from '../../../../console/src/api/schema.d.ts'
import { age } from '../../../test/ageing.ts'
import { startApp } from '../../../test/app.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { minute } from '../../kernel/durations.ts'

const app = await startApp({ SLA_MINUTES: 'P1=100,P2=200,P3=1000,P4=4000' })
const incidents = driveIncidents(app)

const explain = async (id: string): Promise<SlaExplanation> =>
  expectOk(await app.call('GET', `/incidents/${id}/sla`), 200)
const aged = (id: string, minutes: number) => age(app, minutes, `id = '${id}'`)
const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / minute

/** Minutes, to the tenth, because the test itself takes a moment. */
const about = (expected: number) => expect.closeTo(expected, 0)

describe('sla_breach_at', () => {
  test.each([
    ['P1', 100],
    ['P2', 200],
    ['P3', 1000],
    ['P4', 4000],
  ])('of a new %s is its target after the opening', async (priority, minutes) => {
    const { created_at, sla_breach_at } = await incidents.create({ priority })
    expect(minutesBetween(created_at, sla_breach_at)).toBe(minutes)
  })

  test('keeps the elapsed time when the priority changes', async () => {
    const { id } = await incidents.create({ priority: 'P4' })
    await aged(id, 30)
    const raised = await incidents.change(id, { priority: 'P1' })
    expect(minutesBetween(raised.created_at, raised.sla_breach_at)).toBe(100)
    await aged(id, 30)
    const lowered = await incidents.change(id, { priority: 'P3' })
    expect(minutesBetween(lowered.created_at, lowered.sla_breach_at)).toBe(1000)
  })

  test('is extended only by the time on hold', async () => {
    const { id } = await incidents.inState('in_progress', { priority: 'P1' })
    await aged(id, 10)
    const held = await incidents.change(id, { state: 'on_hold' })
    expect(minutesBetween(held.created_at, held.sla_breach_at)).toBe(100)
    await aged(id, 500)
    const resumed = await incidents.change(id, { state: 'in_progress' })
    expect(minutesBetween(resumed.created_at, resumed.sla_breach_at)).toEqual(about(600))
    const touched = await incidents.change(id, { category: 'network', work_note: 'looking' })
    expect(touched.sla_breach_at).toBe(resumed.sla_breach_at)
  })

  test('is extended by the time between resolution and reopening', async () => {
    const { id } = await incidents.inState('in_progress', { priority: 'P1' })
    await aged(id, 20)
    await incidents.change(id, { state: 'resolved' })
    await aged(id, 300)
    const reopened = await incidents.change(id, { state: 'reopened' })
    expect(minutesBetween(reopened.created_at, reopened.sla_breach_at)).toEqual(about(400))
    expect(await explain(id)).toMatchObject({ cycle: 2, clock: 'running' })
  })

  test('is unchanged by a refused update', async () => {
    const { id, sla_breach_at } = await incidents.create({ priority: 'P3' })
    expectProblem(
      await incidents.patch(id, { priority: 'P1', state: 'closed' }),
      409,
      'invalid_state_transition',
    )
    expect((await incidents.get(id)).sla_breach_at).toBe(sla_breach_at)
    expect((await explain(id)).segments).toHaveLength(1)
  })
})

describe('the explanation', () => {
  test('lists every segment, and they add up', async () => {
    const { id } = await incidents.create({ priority: 'P4' })
    await aged(id, 5)
    await incidents.change(id, { state: 'in_progress' })
    await aged(id, 7)
    await incidents.change(id, { state: 'on_hold' })
    await aged(id, 90)
    await incidents.change(id, { state: 'in_progress', priority: 'P2' })
    await aged(id, 11)
    const told = await explain(id)
    expect(told.segments.map(({ state, priority, clock }) => [state, priority, clock])).toEqual([
      ['new', 'P4', 'running'],
      ['in_progress', 'P4', 'running'],
      ['on_hold', 'P4', 'paused'],
      ['in_progress', 'P2', 'running'],
    ])
    const minutes = told.segments.map(({ counted_ms }) => counted_ms / minute)
    expect(minutes).toEqual([5, 7, 0, 11].map(about))
    expect(told.segments.reduce((sum, { counted_ms }) => sum + counted_ms, 0)).toBe(told.counted_ms)
    expect(told).toMatchObject({
      target_minutes: 200,
      calendar_id: null,
      clock: 'running',
      cycle: 1,
      warned: false,
      breached: false,
      remaining_ms: 200 * minute - told.counted_ms,
    })
    expect(told.elapsed_share).toBeCloseTo(23 / 200, 2)
    expect(told.segments.map(({ to }) => to).slice(0, -1)).toEqual(
      told.segments.map(({ from }) => from).slice(1),
    )
    expect(told.breach_at).toBe((await incidents.get(id)).sla_breach_at)
    expect(minutesBetween(told.warning_at, told.breach_at)).toBe(50)
  })

  test('of a closed incident does not change', async () => {
    const { id } = await incidents.inState('closed')
    const first = await explain(id)
    await aged(id, 100)
    expect(await explain(id)).toMatchObject({ clock: 'stopped', counted_ms: first.counted_ms })
  })

  test('is available to every reader, for existing incidents', async () => {
    const { id } = await incidents.create()
    const viewer = await app.tokenFor('viewer')
    expect((await app.call('GET', `/incidents/${id}/sla`, { as: viewer })).statusCode).toBe(200)
    await incidents.remove(id)
    for (const gone of [id, 'INC9999999'])
      expectProblem(await app.call('GET', `/incidents/${gone}/sla`), 404, 'not_found')
  })
})
