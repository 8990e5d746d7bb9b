import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges, type Change } from '../../../test/changes.ts'
import { expectOk } from '../../../test/incidents.ts'
import { states } from './transitions.ts'

const app = await startApp()
const changes = await driveChanges(app)

const makeCi = async () =>
  expectOk<{ id: string }>(
    await app.call('POST', '/cmdb/cis', { body: { name: `switch ${crypto.randomUUID()}` } }),
    201,
  ).id

const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const window = (from: number, to: number) => ({ planned_start: at(from), planned_end: at(to) })
const namesIn = ({ conflicts }: Change) => conflicts.map(({ change_id }) => change_id)

test('two changes on one CI in overlapping windows are reported on both', async () => {
  const [shared, mine, theirs] = [await makeCi(), await makeCi(), await makeCi()]
  const first = await changes.create({ ci_ids: [mine, shared], ...window(8, 12) })
  expect(first.conflicts).toEqual([])
  const second = await changes.create({
    short_description: 'Another one',
    ci_ids: [shared, theirs],
    ...window(10, 14),
  })
  expect(second.conflicts).toEqual([
    {
      change_id: first.id,
      short_description: first.short_description,
      state: 'submitted',
      ...window(8, 12),
      ci_ids: [shared],
    },
  ])
  expect((await changes.get(first.id)).conflicts).toEqual([
    {
      change_id: second.id,
      short_description: 'Another one',
      state: 'submitted',
      ...window(10, 14),
      ci_ids: [shared],
    },
  ])
  const listed = (await changes.list({ ci_id: shared, order: 'asc' })).data
  expect(listed.map((change) => [change.id, namesIn(change)])).toEqual([
    [first.id, [second.id]],
    [second.id, [first.id]],
  ])
})

describe('with a window from 8 to 12 on one CI', () => {
  const cases: [title: string, other: object, clashes: boolean][] = [
    ['one that lies within', window(9, 10), true],
    ['one around it', window(7, 13), true],
    ['the same', window(8, 12), true],
    ['one that begins earlier', window(6, 9), true],
    ['one that ends later', window(11, 15), true],
    ['one that only touches its end', window(12, 14), false],
    ['one that only touches its start', window(6, 8), false],
    ['one of another time', window(14, 16), false],
    ['one without an end', { planned_start: at(9) }, false],
    ['one without a start', { planned_end: at(10) }, false],
    ['one without a window', {}, false],
  ]
  test.for(cases)('%s: %j conflicts: %s', async ([, other, clashes]) => {
    const ci = await makeCi()
    const first = await changes.create({ ci_ids: [ci], ...window(8, 12) })
    const second = await changes.create({ ci_ids: [ci], ...other })
    expect(namesIn(second)).toEqual(clashes ? [first.id] : [])
    expect(namesIn(await changes.get(first.id))).toEqual(clashes ? [second.id] : [])
  })

  test('a change on another CI does not conflict', async () => {
    await changes.create({ ci_ids: [await makeCi()], ...window(8, 12) })
    const other = await changes.create({ ci_ids: [await makeCi()], ...window(8, 12) })
    expect(other.conflicts).toEqual([])
  })

  test.for(states)('a change that is %s conflicts until its window is over', async (state) => {
    const ci = await makeCi()
    const first = await changes.create({ ci_ids: [ci], ...window(8, 12) })
    const second = await changes.inState(state, { ci_ids: [ci], ...window(9, 10) })
    const clashes = ['submitted', 'approved', 'scheduled', 'implementing'].includes(state)
    expect(namesIn(await changes.get(second.id))).toEqual(clashes ? [first.id] : [])
    expect(namesIn(await changes.get(first.id))).toEqual(clashes ? [second.id] : [])
  })

  test('a deleted or rescheduled change no longer conflicts', async () => {
    const ci = await makeCi()
    const first = await changes.create({ ci_ids: [ci], ...window(8, 12) })
    const [gone, moved] = [
      await changes.create({ ci_ids: [ci], ...window(8, 9) }),
      await changes.create({ ci_ids: [ci], ...window(10, 12) }),
    ]
    expect(namesIn(await changes.get(first.id))).toEqual([gone.id, moved.id])
    await changes.remove(gone.id)
    expect((await changes.change(moved.id, window(12, 14))).conflicts).toEqual([])
    expect((await changes.get(first.id)).conflicts).toEqual([])
    expect(namesIn(await changes.change(first.id, { planned_end: at(13) }))).toEqual([moved.id])
  })
})

test('the list of approvals counts them, so that nobody approves a conflict unseen', async () => {
  const shared = await makeCi()
  const [one, other] = [
    await changes.create({ ci_ids: [shared], ...window(8, 12) }),
    await changes.create({ ci_ids: [shared], ...window(10, 14) }),
  ]
  const { id: alone } = await changes.create({ ci_ids: [shared], ...window(20, 22) })
  const response = await app.call('GET', '/approvals', { as: changes.board, query: { limit: '200' } })
  const { data } = expectOk<{ data: { id: string; conflicts: number }[] }>(response, 200)
  const conflictsOf = (id: string) => data.find((each) => each.id === id)?.conflicts
  expect([one.id, other.id, alone].map(conflictsOf)).toEqual([1, 1, 0])
})
