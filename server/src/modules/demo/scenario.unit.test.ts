import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, hour, minute } from '../../kernel/durations.ts'
import { states } from '../incidents/transitions.ts'
import { momentOf } from './calendar.ts'
import { readContent } from './content.ts'
import { planIncidents, type IncidentScenario } from './scenario.ts'

const content = readContent()
const now = new Date('2026-11-11T09:30:00Z')
const incidents = planIncidents(content, now)

const countStatuses = (names: string[]) => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
const notesOf = ({ steps }: IncidentScenario) => steps.flatMap(({ patch }) => patch.work_note ?? [])
const anyNow = fc
  .integer({ min: Date.parse('2025-01-01T00:00:00Z'), max: Date.parse('2031-01-01T00:00:00Z') })
  .map((time) => new Date(time))
/** The plans of any moments, made once for all tests. */
const plans = fc.sample(anyNow, 50).map((now) => ({ now, incidents: planIncidents(content, now) }))

test('the same moment gives exactly the same incidents', () => {
  expect(planIncidents(readContent(), now)).toEqual(incidents)
})

test('another day gives the same texts, people and outcomes at other dates', () => {
  const undated = (incidents: IncidentScenario[]) =>
    incidents
      .map(({ created_at: _created, steps, ...rest }) => ({
        ...rest,
        steps: steps.map(({ at: _at, ...step }) => step),
      }))
      .map((scenario) => JSON.stringify(scenario))
      .toSorted()
  expect(undated(planIncidents(content, new Date('2027-02-28T23:10:00Z')))).toEqual(undated(incidents))
})

test('there are three hundred in all states and priorities, in realistic proportions', () => {
  expect(incidents).toHaveLength(300)
  const byState = countStatuses(incidents.map(({ outcome }) => outcome))
  expect(Object.keys(byState).toSorted()).toEqual([...states].toSorted())
  expect(byState.closed).toBeGreaterThan(150)
  expect(byState.new! + byState.in_progress! + byState.on_hold! + byState.reopened!).toBeGreaterThan(25)
  const { P1 = 0, P2 = 0, P3 = 0, P4 = 0 } = countStatuses(incidents.map(({ fields }) => fields.priority))
  expect(P1).toBeGreaterThan(3)
  expect([P1 < P2, P2 < P4, P4 < P3]).toEqual([true, true, true])
})

test('the final state of the steps is the outcome', () => {
  for (const { steps, outcome } of incidents)
    expect(steps.findLast(({ patch }) => patch.state)?.patch.state ?? 'new').toBe(outcome)
})

test('almost all texts are distinct, and no text has a gap', () => {
  const counts = Object.values(countStatuses(incidents.map(({ fields }) => fields.short_description)))
  expect(Math.max(...counts)).toBeLessThanOrEqual(3)
  expect(counts.filter((n) => n > 1).length).toBeLessThan(20)
  for (const scenario of incidents) {
    const { short_description, description } = scenario.fields
    expect(short_description.length).toBeLessThanOrEqual(120)
    for (const text of [short_description, description, ...notesOf(scenario)])
      expect(text.replaceAll('{change}', '')).not.toMatch(/[{}]|undefined|^\s|\s$/)
  }
})

test('each has up to six notes, and resolved ones say how', () => {
  for (const scenario of incidents) {
    expect(notesOf(scenario).length).toBeLessThanOrEqual(6)
    const solved = scenario.steps.filter(({ patch }) => patch.state === 'resolved')
    for (const { patch } of solved) expect(patch.work_note).toMatch(/\w+ \w+/)
  }
  expect(new Set(incidents.map((scenario) => notesOf(scenario).length)).size).toBeGreaterThanOrEqual(5)
})

test('for any moment, time moves forward in each of them and never into the future', () => {
  for (const { now, incidents } of plans)
    for (const { created_at, steps } of incidents) {
      const times = [created_at, ...steps.map(({ at }) => at)].map((at) => at.getTime())
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
      assert.ok(times.at(-1)! < now.getTime())
      assert.ok(now.getTime() - times[0]! < 100 * day)
    }
})

test('for any moment, the outage of the last hour is the newest, so that its number is always INC0000300', () => {
  for (const { now, incidents } of plans) {
    const outage = incidents.at(-1)!
    const { fields, created_at, outcome } = outage
    expect(notesOf(outage)).toHaveLength(2)
    expect(fields.short_description).toBe('Porto Vale: hall 2 has no network, packing at a standstill')
    expect([created_at, outcome]).toEqual([new Date(now.getTime() - hour), 'in_progress'])
  }
})

test('for any moment, incidents caused by a change come after it, and link it in the end', () => {
  for (const { now, incidents } of plans)
    for (const { change, created_at, steps } of incidents) {
      if (change === undefined) continue
      const { window } = content.changes.find(({ key }) => key === change)!
      assert.ok(created_at > momentOf(now, window))
      assert.ok(steps.some(({ finds_change }) => finds_change))
    }
  expect(countStatuses(incidents.flatMap(({ change }) => change ?? []))).toEqual({
    'erp-update': 8,
    'portal-release': 5,
    'radius-certificate': 9,
    'vpn-firmware': 11,
  })
})

test('people call on working days; urgent incidents are resolved sooner', () => {
  const calls = incidents.filter(({ opened_by }) => opened_by !== content.company.monitoring)
  const atNight = calls.filter(({ created_at: at }) => at.getUTCHours() < 7 || at.getUTCHours() >= 18)
  expect([calls.length > 200, atNight.length]).toEqual([true, 0])
  const minutesOf = (priority: string) => {
    const times = incidents
      .filter(({ fields, change }) => fields.priority === priority && !change)
      .flatMap(({ created_at, steps }) => {
        const solved = steps.find(({ patch }) => patch.state === 'resolved')
        return solved ? [(solved.at.getTime() - created_at.getTime()) / minute] : []
      })
    return times.reduce((sum, time) => sum + time, 0) / times.length
  }
  const [P1, P2, P3, P4] = ['P1', 'P2', 'P3', 'P4'].map(minutesOf)
  expect([P1! < P2!, P2! < P3!, P3! < P4!]).toEqual([true, true, true])
})
