import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk } from '../../../test/bulk.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, type Incident } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const createDuplicate = (original: Incident, body: object = {}) =>
  incidents.create({ duplicate_of: original.id, ...body })

async function refusal(id: string, duplicate_of: unknown): Promise<string> {
  const { errors } = expectProblem(await incidents.patch(id, { duplicate_of }), 400, 'validation_error')
  expect(errors).toMatchObject([{ field: 'duplicate_of' }])
  expect(await incidents.get(id)).toMatchObject({ version: 1 })
  return errors![0]!.message
}

const isResolved = (id: string) => eventually(async () => (await incidents.get(id)).state === 'resolved')

test('an incident becomes a duplicate of another, and none again', async () => {
  const [original, { id }] = [await incidents.create(), await incidents.create()]
  expect(await incidents.get(id)).toMatchObject({ duplicate_of: null })
  expect(await incidents.change(id, { duplicate_of: original.id })).toMatchObject({
    duplicate_of: original.id,
    state: 'new',
  })
  expect(await incidents.get(id)).toMatchObject({ duplicate_of: original.id })
  expect(await incidents.change(id, { duplicate_of: null })).toMatchObject({ duplicate_of: null })

  const changes = (await incidents.history(id)).filter(({ field }) => field === 'duplicate_of')
  expect(changes.map(({ from, to }) => [from, to])).toEqual([
    [null, original.id],
    [original.id, null],
  ])
  expect((await incidents.eventsOf(id)).map(({ data }) => data.duplicate_of)).toEqual([
    null,
    original.id,
    null,
  ])
})

test('lists, pages and searches show the original, and a list can be filtered by it', async () => {
  const original = await incidents.create()
  const made = [await createDuplicate(original), await createDuplicate(original, { location: 'Bergen' })]
  expect(made.map(({ duplicate_of }) => duplicate_of)).toEqual([original.id, original.id])
  const found = await incidents.list({ duplicate_of: original.id, sort: 'created_at', order: 'asc' })
  expect(found).toMatchObject({ total: 2, data: made.map(({ id }) => ({ id, duplicate_of: original.id })) })
  for (const query of [{ q: made[1]!.id }, { location: 'Bergen' }] as Record<string, string>[])
    expect((await incidents.list(query)).data).toMatchObject([{ duplicate_of: original.id }])
})

test('an original exists, is another incident, and is no duplicate itself', async () => {
  const [{ id }, original] = [await incidents.create(), await incidents.create()]
  const duplicate = await createDuplicate(original)
  expect(await refusal(id, 'INC9999999')).toBe('duplicate_of: INC9999999 does not exist')
  expect(await refusal(id, 'a mail outage')).toContain('INC0000042')
  expect(await refusal(id, id)).toBe('duplicate_of: an incident is not a duplicate of itself')
  expect(await refusal(id, duplicate.id)).toBe(
    `duplicate_of: ${duplicate.id} is a duplicate itself: name its original, ${original.id}`,
  )
  expect(await refusal(original.id, id)).toBe(
    `duplicate_of: ${original.id} has duplicates itself: make them duplicates of ${id} first`,
  )
  const removed = await incidents.create()
  await incidents.remove(removed.id)
  expect(await refusal(id, removed.id)).toBe(`duplicate_of: ${removed.id} does not exist`)
  expectProblem(
    await incidents.ask({ short_description: 'Mail', duplicate_of: 'INC9999999' }),
    400,
    'validation_error',
  )
})

test('of two incidents that name each other at once, one is refused', async () => {
  const [one, other] = [await incidents.create(), await incidents.create()]
  const answers = await Promise.all([
    incidents.patch(one.id, { duplicate_of: other.id }),
    incidents.patch(other.id, { duplicate_of: one.id }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test('all duplicates move to another original in one bulk job', async () => {
  const [one, other] = [await incidents.create(), await incidents.create()]
  const { id } = await createDuplicate(one)
  const fields = { duplicate_of: other.id }
  const job = await driveBulk(app).run({ operation: 'update', filter: { duplicate_of: one.id }, fields })
  expect(job).toMatchObject({ succeeded: 1, failed: 0 })
  expect(await incidents.change(one.id, fields)).toMatchObject(fields)
  expect(await incidents.get(id)).toMatchObject(fields)
})

test('open duplicates are resolved with their original, and others stay as they are', async () => {
  const original = await incidents.create()
  const fresh = await createDuplicate(original)
  const held = await createDuplicate(original)
  for (const state of ['in_progress', 'on_hold']) await incidents.change(held.id, { state })
  const cancelled = await createDuplicate(original)
  await incidents.change(cancelled.id, { state: 'cancelled' })
  const removed = await createDuplicate(original)
  await incidents.remove(removed.id)
  const other = await incidents.create()

  await incidents.change(original.id, { state: 'in_progress' })
  await incidents.change(original.id, { state: 'resolved' })
  await isResolved(fresh.id)
  await isResolved(held.id)
  const notes = await app.call('GET', `/incidents/${held.id}/notes`)
  expect(notes.json<{ data: { body: string }[] }>().data).toMatchObject([
    { body: `Resolved with ${original.id}, of which this is a duplicate` },
  ])
  expect(await incidents.get(cancelled.id)).toMatchObject({ state: 'cancelled', version: 2 })
  expect(await incidents.get(other.id)).toMatchObject({ state: 'new', version: 1 })

  await incidents.change(fresh.id, { state: 'reopened' })
  await incidents.change(original.id, { state: 'closed' })
  await incidents.change(held.id, { state: 'closed' })
  expect(await incidents.get(fresh.id)).toMatchObject({ state: 'reopened' })
})

test('an import keeps originals that are there, and leaves out others', async () => {
  const original = await incidents.create()
  const duplicate = await createDuplicate(original)
  const record = (duplicate_of: string, category: string) =>
    JSON.stringify({ short_description: 'Mail', category, duplicate_of })
  const body = [record(original.id, 'kept'), record(duplicate.id, 'left out')].join('\n')
  const headers = { 'content-type': 'application/x-ndjson' }
  const report = await app.call('POST', '/incidents/import', { body, headers })
  expect(report.json()).toMatchObject({
    imported: 2,
    warnings: [
      {
        record: 2,
        message: `duplicate_of: ${duplicate.id} does not exist, or is a duplicate itself, and was left out`,
      },
    ],
  })
  expect((await incidents.list({ category: 'kept' })).data).toMatchObject([{ duplicate_of: original.id }])
  expect((await incidents.list({ category: 'left out' })).data).toMatchObject([{ duplicate_of: null }])
})

test('the history of a duplicate says that its original was deleted', async () => {
  const original = await incidents.create()
  const { id } = await createDuplicate(original)
  await incidents.remove(original.id)
  expect((await incidents.history(id)).at(-1)).toMatchObject({
    action: 'reference_deleted',
    field: 'duplicate_of',
    to: original.id,
  })
})
