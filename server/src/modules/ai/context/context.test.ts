import { afterEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveCases, type ExemplarsAnswer } from '../../../../test/cases.ts'
import { driveCmdb } from '../../../../test/cmdb.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import type { Analysis, SuggestionsAnswer } from '../../../../../console/src/api/schema.d.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const cases = driveCases(app)
const cis = driveCmdb(app)
afterEach(async () => {
  await cases.removeAll()
  await app.call('DELETE', '/ai/cache')
})

const jam = {
  short_description: 'Paper jam in the label printer of the packing hall',
  description: 'The label printer pulls two labels at once, then it stops with a paper jam.',
  category: 'printing',
}
const vague = 'It has happened again in hall two'

const endpoints = {
  '/ai/analyze': async () => {
    const { id } = await incidents.create({ short_description: vague })
    return { record_type: 'incident', record_id: id, analysis_type: 'root_cause' }
  },
  '/ai/exemplars': async () => ({ description: vague }),
  '/ai/suggest': async () => ({ text: vague, suggest_for: ['category'] }),
} as const

const asks = async <T extends { cache_hit: boolean }>(path: string, body: object) => {
  await cases.indexed()
  return expectOk<T>(await app.call('POST', path, { body }), 200)
}

test('similar incidents are those of the text and of its context record, without that record', async () => {
  const past = await cases.resolved(jam, 'Cleaned the rollers.')
  const context = await cases.resolved(jam, 'Cleaned the rollers again.')
  const body = await endpoints['/ai/exemplars']()
  const found = async (more: object) =>
    (await asks<ExemplarsAnswer>('/ai/exemplars', { ...body, ...more })).exemplars
  expect(await found({})).toEqual([])
  const about = { context_record: { type: 'incident', id: context.id } }
  expect(await found(about)).toMatchObject([{ incident_id: past.id }])
})

test('a root cause is also looked for with the words of the context record', async () => {
  const { id } = await cases.resolved(jam, 'Cleaned the rollers.')
  const body = await endpoints['/ai/analyze']()
  const printer = await cis.create({ name: 'label printer with paper jam, packing hall', class: 'printer' })
  const similar = async (more: object) => (await asks<Analysis>('/ai/analyze', { ...body, ...more })).findings
  expect(await similar({})).toMatchObject({ similar_past_incidents: [] })
  const about = { context_record: { type: 'ci', id: printer.id } }
  expect(await similar(about)).toMatchObject({ similar_past_incidents: [id] })
})

test('a suggestion considers the words of the context record', async () => {
  const body = await endpoints['/ai/suggest']()
  const printer = await cis.create({ name: 'label printer', class: 'printer' })
  const category = async (more: object) =>
    (await asks<SuggestionsAnswer>('/ai/suggest', { ...body, ...more })).suggestions.category!.value
  const plain = await category({})
  const about = { context_record: { type: 'ci', id: printer.id } }
  expect(await category(about)).not.toBe(plain)
})

test.each(Object.entries(endpoints))(
  '%s keeps answers for each context record and its version',
  async (path, bodyOf) => {
    const body = await bodyOf()
    const { id } = await incidents.create(jam)
    const about = { ...body, context_record: { type: 'incident', id } }
    const isHit = async (wanted: object) => (await asks(path, wanted)).cache_hit
    expect(await isHit(body)).toBe(false)
    expect(await isHit(about)).toBe(false)
    expect(await isHit(about)).toBe(true)
    await incidents.change(id, { short_description: 'Another title' })
    expect(await isHit(about)).toBe(false)
  },
)

test.each(Object.entries(endpoints))(
  '%s refuses a context record that does not exist',
  async (path, bodyOf) => {
    const body = { ...(await bodyOf()), context_record: { type: 'incident', id: 'INC9999999' } }
    expectProblem(await app.call('POST', path, { body }), 404, 'not_found')
  },
)
