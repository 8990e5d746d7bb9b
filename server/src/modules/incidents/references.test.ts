import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk } from '../../../test/bulk.ts'
import { driveCmdb } from '../../../test/cmdb.ts'
import { driveIncidents, expectOk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const cmdb = driveCmdb(app)
const ci_id = (await cmdb.create()).id
const made = await app.call('POST', '/changes', { body: { short_description: 'Firmware' } })
const change_id = expectOk<{ id: string }>(made, 201).id

const unknown: [field: string, id: string][] = [
  ['ci_id', 'CI0000999'],
  ['ci_id', 'CI1'],
  ['change_id', 'CHG0000999'],
]

describe('an incident references only existing CIs and changes', () => {
  test.for(unknown)('%s %s is refused on create and update', async ([field, id]) => {
    const incident = await incidents.create({ ci_id, change_id })
    const before = await incidents.everything()
    for (const refused of [
      await incidents.ask({ short_description: 'Down', [field]: id }),
      await incidents.patch(incident.id, { [field]: id, priority: 'P1', work_note: 'Never' }),
    ]) {
      const { errors } = expectProblem(refused, 400, 'validation_error')
      expect(errors).toMatchObject([{ field, pointer: `/${field}`, code: 'unknown' }])
    }
    expect(await incidents.everything()).toEqual(before)
  })

  test('of several records, one with an invalid reference fails alone', async () => {
    const records = [
      { short_description: 'a', ci_id },
      { short_description: 'b', ci_id: 'CI0000999' },
    ]
    const job = await driveBulk(app).run({ operation: 'create', records })
    expect(job.results).toMatchObject([
      { status: 'created' },
      { status: 'failed', error: { code: 'validation_error', errors: [{ field: 'ci_id' }] } },
    ])
  })

  test('a deleted one cannot be referenced any more, but existing references stay', async () => {
    const gone = await cmdb.create()
    const incident = await incidents.create({ ci_id: gone.id })
    await cmdb.remove(gone.id)
    expectProblem(await incidents.ask({ short_description: 'a', ci_id: gone.id }), 400, 'validation_error')
    const read = await incidents.get(incident.id)
    expect(await incidents.change(incident.id, { ...read, priority: 'P1' })).toMatchObject({
      ci_id: gone.id,
      priority: 'P1',
    })
    expect(await incidents.change(incident.id, { ci_id: null })).toMatchObject({ ci_id: null })
  })

  test('the history of unfinished work says that its CI was deleted', async () => {
    const gone = await cmdb.create()
    const open = await incidents.create({ ci_id: gone.id })
    const closed = await incidents.inState('closed', { ci_id: gone.id })
    const body = { short_description: 'Replace it', ci_ids: [ci_id, gone.id] }
    const change = expectOk<{ id: string }>(await app.call('POST', '/changes', { body }), 201)
    await cmdb.remove(gone.id)
    const deletion = { action: 'reference_deleted', from: gone.id, to: gone.id }
    expect((await incidents.history(open.id)).at(-1)).toMatchObject({ ...deletion, field: 'ci_id' })
    expect((await incidents.history(closed.id)).at(-1)).not.toMatchObject(deletion)
    const history = await app.call('GET', `/changes/${change.id}/history`)
    expect(expectOk<{ data: object[] }>(history, 200).data.at(-1)).toMatchObject({
      ...deletion,
      field: 'ci_ids',
    })
  })
})

describe('the incidents of a CI', () => {
  test('are found by ci_id, one or several', async () => {
    const [one, two] = [await cmdb.create(), await cmdb.create()]
    const a = await incidents.inState('closed', { ci_id: one.id })
    const b = await incidents.create({ ci_id: two.id, priority: 'P1' })
    const idsOf = async (query: Record<string, string>) => {
      const { data, total } = await incidents.list({ ...query, order: 'asc' })
      expect(total).toBe(data.length)
      return data.map(({ id }) => id)
    }
    expect(await idsOf({ ci_id: one.id })).toEqual([a.id])
    expect(await idsOf({ ci_id: `${one.id},${two.id}` })).toEqual([a.id, b.id])
    expect(await idsOf({ ci_id: `${one.id},${two.id}`, priority: 'P1' })).toEqual([b.id])
    expect(await idsOf({ ci_id: 'CI0000999' })).toEqual([])
  })

  test('are listed by CI: the open ones, or those in the requested states', async () => {
    const { id } = await cmdb.create()
    const other = await incidents.create({ ci_id })
    const made = []
    for (const state of ['new', 'on_hold', 'resolved', 'reopened', 'closed', 'cancelled'] as const)
      made.push(await incidents.inState(state, { ci_id: id }))
    const statesOf = async (query: Record<string, string> = {}) =>
      expectOk<ListPage>(
        await app.call('GET', `/cmdb/cis/${id}/incidents`, { query: { order: 'asc', ...query } }),
        200,
      )
    expect((await statesOf()).data.map(({ state }) => state)).toEqual(['new', 'on_hold', 'reopened'])
    expect((await statesOf({ state: 'closed,resolved' })).data.map(({ state }) => state)).toEqual([
      'resolved',
      'closed',
    ])
    expect((await statesOf()).data.map((incident) => incident.id)).not.toContain(other.id)
    const first = await statesOf({ limit: '2' })
    expect([first.data.length, first.total]).toEqual([2, 3])
    expect((await statesOf({ limit: '2', cursor: first.next_cursor! })).data).toMatchObject([
      { id: made[3]!.id },
    ])
    expectProblem(await app.call('GET', '/cmdb/cis/CI0000999/incidents'), 404, 'not_found')
    const wrong = await app.call('GET', `/cmdb/cis/${id}/incidents`, { query: { ci_id } })
    expect(expectProblem(wrong, 400, 'validation_error').errors).toMatchObject([{ field: 'ci_id' }])
  })
})
