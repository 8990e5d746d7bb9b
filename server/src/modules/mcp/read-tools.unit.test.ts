import { expect, test } from 'vitest'
import { readTools } from './read-tools.ts'

test.for(['list_incidents', 'list_changes'])('%s says when its total is not exact', async (name) => {
  const page = { total: 10_000, total_is_exact: false, limit: 10, next_cursor: 'next' }
  const record = { id: 'INC0000001', description: 'Only in the record', ci_id: null }
  const { run } = readTools.find((each) => each.name === name)!
  const listed = await run(() => Promise.resolve({ data: [record], ...page }), { q: 'printer' })
  expect(listed).toEqual({ data: [{ id: 'INC0000001' }], ...page })
})
