import { describe, expect, test } from 'vitest'
import { driveAnalyses } from '../../../../test/analyses.ts'
import { driveCases, type ExemplarsAnswer } from '../../../../test/cases.ts'
import { startDemo } from '../../../../test/demo.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk } from '../../../../test/incidents.ts'

interface Open {
  id: string
  short_description: string
  description: string
  category: string
  ci_id: string | null
}

const app = await startDemo()
const analyses = driveAnalyses(app)
await driveCases(app).indexed()
const open = await app.query<Open>(`select id, short_description, description, category, ci_id from incidents
  where state not in ('resolved', 'closed', 'cancelled') and deleted_at is null order by id`)
const records = await app.query<{ id: string }>(
  ['incidents', 'changes', 'cis', 'requests']
    .map((table) => `select id from ${table} where deleted_at is null`)
    .join(' union all '),
)
const known = new Set(records.map(({ id }) => id))

/** Share of the open incidents; lower values mean that something is broken. */
const share = (count: number) => count / open.length

describe('on the demo data', () => {
  test('similar incidents are mostly of the same category, and include their resolution', async () => {
    let same = 0
    for (const { short_description, description, category } of open) {
      const body = { description: `${short_description}\n${description}`, top_k: 3 }
      const answer = expectOk<ExemplarsAnswer>(await app.call('POST', '/ai/exemplars', { body }), 200)
      const [first] = answer.exemplars
      if (!first) continue
      const [found] = await app.query<{ category: string; state: string }>(
        `select category, state from incidents where id = '${first.incident_id}'`,
      )
      expect(['resolved', 'closed']).toContain(found!.state)
      if (found!.category === category && first.resolution !== '') same++
    }
    expect(open.length).toBeGreaterThan(20)
    expect(share(same)).toBeGreaterThan(0.6)
  })

  test('root causes cite existing records, and are inconclusive without evidence', async () => {
    let found = 0
    for (const { id } of open) {
      const { findings } = await analyses.analyze('root_cause', 'incident', id)
      const named = [...findings.similar_past_incidents, ...findings.evidence.map((each) => each.id)]
      expect([...known]).toEqual(expect.arrayContaining(named))
      expect(findings.probable_root_cause.startsWith('Inconclusive')).toBe(findings.confidence < 0.2)
      if (findings.confidence >= 0.2 && findings.resolution_steps.length > 0) found++
    }
    expect(share(found)).toBeGreaterThan(0.4)
  })

  test('incidents caused by a change are attributed to it', async () => {
    const [broken] = await app.query<{ id: string; change_id: string }>(
      `select id, change_id from incidents where change_id is not null order by id limit 1`,
    )
    const { findings } = await analyses.analyze('root_cause', 'incident', broken!.id)
    expect(findings.probable_root_cause).toMatch(new RegExp(`^Change ${broken!.change_id} `))
    expect(findings.confidence).toBeGreaterThan(0.5)
    expect(findings.estimated_resolution_minutes).toBeGreaterThan(0)
  })

  test('the impact of a CI with many dependents is high, and its services are named', async () => {
    const [core] = await app.query<{ id: string }>(`select id from cis where name = 'sw-core-lhv'`)
    const { findings } = await analyses.analyze('impact', 'ci', core!.id)
    expect(findings.level).toBe('high')
    expect(findings.affected_count).toBeGreaterThan(5)
    expect(findings.affected_services.length).toBeGreaterThan(0)
  })

  test('every record can be summarised', async () => {
    for (const [type, table] of [
      ['incident', 'incidents'],
      ['change', 'changes'],
      ['request', 'requests'],
      ['ci', 'cis'],
    ] as const)
      for (const { id } of await app.query<{ id: string }>(`select id from ${table} order by id limit 3`)) {
        const { findings } = await analyses.analyze('summary', type, id)
        expect(findings.summary).toContain(findings.title)
        expect(findings.summary.length).toBeGreaterThan(80)
      }
  })

  test('open incidents get suggestions without an event', async () => {
    const suggested = await eventually(async () => {
      await app.query(`update jobs set run_at = now() where type like '%-resolutions' and claimed_by is null`)
      await app.query(
        `update suggested_resolutions set retry_at = now() - interval '1 second' where source_ids = '{}'`,
      )
      const rows = await app.query<{ id: string; ai_suggested_resolution: string }>(
        `select id, ai_suggested_resolution from incidents
          where ai_suggested_resolution <> '' and state not in ('resolved', 'closed', 'cancelled')`,
      )
      return share(rows.length) > 0.4 && rows
    }, 120)
    for (const { ai_suggested_resolution: text } of suggested as { ai_suggested_resolution: string }[])
      expect(text).toMatch(/^(INC\d{7} \(similar, \d+ %\): \S|KB\d{7}: \S)/)
  })
})
