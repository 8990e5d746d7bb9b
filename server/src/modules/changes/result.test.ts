import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges } from '../../../test/changes.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const changes = await driveChanges(app)
const failed = { close_code: 'backed_out', close_notes: 'The new image did not boot' }

test('a change is closed with its result, and says when', async () => {
  const { id, closed_at: before } = await changes.inState('review')
  const closed = await changes.change(id, { state: 'closed', ...failed })
  expect([before, closed]).toEqual([null, expect.objectContaining({ state: 'closed', ...failed })])
  expect(closed.closed_at).toBe(closed.updated_at)
  expect(await changes.get(id)).toEqual(closed)
})

test('a result is optional, and can be corrected after the change was closed', async () => {
  const closed = await changes.inState('closed')
  expect(closed).toMatchObject({ close_code: null, close_notes: null })
  const corrected = await changes.change(closed.id, { close_code: 'successful_with_issues' })
  expect(corrected).toMatchObject({ close_code: 'successful_with_issues', closed_at: closed.closed_at })
})

test('work that is not complete has no result: the error names the field, and nothing changes', async () => {
  for (const [field, value] of Object.entries(failed)) {
    const creation = await changes.ask({ short_description: 'Patch', [field]: value })
    const { id } = await changes.inState('implementing')
    const before = await changes.everything()
    for (const response of [creation, await changes.patch(id, { priority: 'P1', [field]: value })])
      expect(expectProblem(response, 400, 'validation_error').errors).toMatchObject([
        { field, code: 'too_early' },
      ])
    expect(await changes.everything()).toEqual(before)
  }
})

test('the success rate of a month is a matter of two lists', async () => {
  const { id } = await changes.inState('review')
  const { closed_at } = await changes.change(id, { state: 'closed', ...failed })
  const month = {
    closed_after: new Date(Date.parse(closed_at!) - 1).toISOString(),
    closed_before: new Date(Date.parse(closed_at!) + 1).toISOString(),
  }
  const idsOf = async (query: object) =>
    (await changes.list({ ...month, ...query })).data.map((one) => one.id)
  expect(await idsOf({})).toEqual([id])
  expect(await idsOf({ close_code: 'backed_out,failed' })).toEqual([id])
  expect(await idsOf({ close_code: 'successful' })).toEqual([])
})
