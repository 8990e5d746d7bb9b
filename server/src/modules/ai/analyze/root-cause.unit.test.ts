import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hour } from '../../../kernel/durations.ts'
import type { SimilarCase } from '../exemplars/model.ts'
import { groupAlike, type NearbyChange, type RootCauseInput, type NearbyIncident } from './clues.ts'
import { median, rootCauseOf } from './root-cause.ts'

const home = 'https://desk.example.com'
const opened_at = new Date('2026-03-01T12:00:00Z')
const before = (hours: number) => new Date(opened_at.getTime() - hours * hour)

const subject = { id: 'INC0000100', opened_at, ci_id: 'CI0000001', change_id: null, parent_problem_id: null }
const relatedCis = [
  { id: 'CI0000001', name: 'portal', depth: 0 },
  { id: 'CI0000002', name: 'db-01', depth: 1 },
]
const nothing: RootCauseInput = { subject, relatedCis, cases: [], changes: [], openIncidents: [] }

const like = (id: string, resolution: string, more: Partial<SimilarCase> = {}): SimilarCase => ({
  id,
  version: 1,
  short_description: 'Portal is slow',
  description: null,
  category: 'application',
  ci_id: null,
  parent_problem_id: null,
  change_id: null,
  resolved_at: before(1000),
  minutes: 60,
  resolution,
  similarity: 0.8,
  ...more,
})
const change = (id: string, more: Partial<NearbyChange> = {}): NearbyChange => ({
  id,
  short_description: 'New release of the portal',
  ci_ids: ['CI0000001'],
  backout_plan: '1. Stop it\n2. Start the old one',
  started_at: before(6),
  ended_at: before(5),
  ...more,
})
const openIncident = (id: string, more: Partial<NearbyIncident> = {}): NearbyIncident => ({
  id,
  short_description: 'Database does not answer',
  priority: 'P1',
  ci_id: 'CI0000002',
  created_at: before(1),
  ...more,
})

/** Groups by equal words, as the service groups by meaning. */
const analyse = (found: Partial<RootCauseInput>) => {
  const whole = { ...nothing, ...found }
  const groups = groupAlike(whole.cases, (one, other) => one.resolution === other.resolution)
  return rootCauseOf(whole, groups, home)
}

describe('the root cause', () => {
  test('is inconclusive when nothing was found', () => {
    expect(analyse({})).toEqual({
      probable_root_cause: expect.stringMatching(/^Inconclusive: /),
      confidence: 0,
      resolution_steps: [],
      related_problem: '',
      similar_past_incidents: [],
      estimated_resolution_minutes: 0,
      evidence: [],
    })
  })

  test('is that of similar incidents with the same resolution, even if a single different one is more similar', () => {
    const cases = [
      like('INC0000001', 'Bought a new mouse.', { similarity: 0.85, minutes: 900 }),
      like('INC0000002', 'Restarted the pool. Raised its limit.', { minutes: 30 }),
      like('INC0000003', 'Restarted the pool. Raised its limit.', { minutes: 50, similarity: 0.7 }),
    ]
    const found = analyse({ cases })
    expect(found.probable_root_cause).toBe(
      'Probably the same as in INC0000002 and 1 more, resolved by: “Restarted the pool. Raised its limit.”',
    )
    expect(found).toMatchObject({
      resolution_steps: ['Restarted the pool.', 'Raised its limit.'],
      estimated_resolution_minutes: 40,
      similar_past_incidents: ['INC0000001', 'INC0000002', 'INC0000003'],
    })
    expect(found.confidence).toBeGreaterThan(0.4)
    expect(found.evidence.map(({ id }) => id)).toEqual(['INC0000002', 'INC0000003', 'INC0000001'])
  })

  test('is a change shortly before, with the rollback as a step; similar incidents linked to it agree', () => {
    const found = analyse({
      changes: [change('CHG0000007')],
      cases: [like('INC0000001', 'Rolled back.', { change_id: 'CHG0000007', similarity: 0.5 })],
    })
    expect(found.probable_root_cause).toBe(
      'Change CHG0000007 “New release of the portal” on portal ended 5 h before. INC0000001 had the same cause',
    )
    expect(found.resolution_steps).toEqual([
      'Rolled back.',
      'Back-out plan of CHG0000007: Stop it',
      'Back-out plan of CHG0000007: Start the old one',
    ])
  })

  test('is inconclusive when no similar incident says how it was resolved', () => {
    const found = analyse({ cases: [like('INC0000001', '')] })
    expect(found.probable_root_cause).toMatch(/^Inconclusive: similar incidents have no resolution note,/)
    expect(found.evidence[0]!.statement).toMatch(/was resolved in \d+ min without a resolution note$/)
  })

  test('is the linked change, regardless of its CI and time', () => {
    const old = change('CHG0000007', { ended_at: before(900), ci_ids: [] })
    const found = analyse({ subject: { ...subject, change_id: 'CHG0000007' }, changes: [old] })
    expect(found.probable_root_cause).toMatch(/^Change CHG0000007 .* is named as the cause$/)
    expect(found.confidence).toBeGreaterThan(0.7)
  })

  test('is an incident on a dependency', () => {
    const found = analyse({ openIncidents: [openIncident('INC0000090')] })
    expect(found.probable_root_cause).toBe(
      'Trouble on db-01, on which it depends: INC0000090 (P1) “Database does not answer” is open on db-01',
    )
    expect(found.resolution_steps[0]).toMatch(/^Follow INC0000090/)
  })

  test('is not an incident of a single user elsewhere', () => {
    const openIncidents = Array.from({ length: 10 }, (_, i) =>
      openIncident(`INC000009${i}`, { priority: 'P4' }),
    )
    const found = analyse({ openIncidents })
    expect(found.probable_root_cause).toMatch(/^Inconclusive: /)
    expect(found.confidence).toBeLessThan(0.2)
  })

  test('names the problem of the incident, otherwise the most common one of the agreeing incidents', () => {
    const cases = [
      like('INC0000001', 'Same.', { parent_problem_id: 'PRB2', similarity: 0.5 }),
      like('INC0000002', 'Same.', { parent_problem_id: 'PRB1', similarity: 0.4 }),
      like('INC0000003', 'Same.', { parent_problem_id: 'PRB1', similarity: 0.4 }),
    ]
    expect(analyse({ cases }).related_problem).toBe('PRB1')
    const own = { ...subject, parent_problem_id: 'PRB9' }
    expect(analyse({ cases, subject: own })).toMatchObject({ related_problem: 'PRB9' })
    expect(analyse({ subject: own }).evidence).toEqual([
      { kind: 'problem', id: 'PRB9', statement: 'It belongs to problem PRB9' },
    ])
  })
})

describe('confidence', () => {
  test('never falls when one more similar incident has the same resolution', () => {
    const similarity = fc.double({ min: 0.4, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(similarity, { minLength: 1, maxLength: 8 }), similarity, (many, more) => {
        const cases = many.map((each, i) => like(`INC000000${i}`, 'Same.', { similarity: each }))
        const one = like('INC0000099', 'Same.', { similarity: more })
        expect(analyse({ cases: [...cases, one] }).confidence).toBeGreaterThanOrEqual(
          analyse({ cases }).confidence,
        )
      }),
    )
  })

  test('is lower for a change that is older or further away', () => {
    const of = (more: Partial<NearbyChange>) => analyse({ changes: [change('CHG0000001', more)] }).confidence
    expect(of({ ended_at: before(60) })).toBeLessThan(of({ ended_at: before(1) }))
    expect(of({ ci_ids: ['CI0000002'] })).toBeLessThan(of({ ci_ids: ['CI0000001'] }))
  })
})

test.for<[number[], number]>([
  [[], 0],
  [[7], 7],
  [[1, 4], 3],
  [[9, 1, 5], 5],
  [[4, 3, 2, 1], 3],
])('the median of %j is %d', ([values, middle]) => {
  expect(median(values)).toBe(middle)
})
