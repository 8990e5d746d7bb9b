import { expect, test } from 'vitest'
import { batchesOf } from './batches.ts'
import type { MappedRecord } from './record.ts'

const record = (external_id: string, more: Partial<MappedRecord> = {}): MappedRecord => ({
  type: 'incident',
  external_id,
  fields: {},
  ...more,
})
const notesOf = (count: number, body: string) =>
  Array.from({ length: count }, (_, i) => ({ external_id: String(i), body }))

test('configuration items come first, and a request has at most 200 records', () => {
  const records = Array.from({ length: 300 }, (_, i) => record(String(i)))
  const batches = batchesOf([...records, record('ci', { type: 'ci' })])
  expect(batches.map((batch) => batch.length)).toEqual([200, 101])
  expect(batches[0]![0]!.record.external_id).toBe('ci')
})

test.for<[number, string, number[]]>([
  [500, 'short', [500]],
  [1200, 'short', [500, 500, 200]],
  [50, 'x'.repeat(100_000), [20, 20, 10]],
])('%i notes are sent in parts that the service takes', ([count, body, sizes]) => {
  const parts = batchesOf([record('first'), record('long', { notes: notesOf(count, body) })]).flat()
  expect(parts.slice(1).map((part) => part.record.notes!.length)).toEqual(sizes)
  expect(parts.map(({ index, isLast }) => [index, isLast])).toEqual([
    [0, true],
    ...sizes.map((_, i) => [1, i === sizes.length - 1]),
  ])
})

test('the notes of all parts are sent oldest first, and those without a time last', () => {
  const notes = notesOf(501, 'short').map((note, i) =>
    i === 0 ? note : { ...note, created_at: new Date(Date.UTC(2024, 0, 1) - i * 1000).toISOString() },
  )
  const sent = batchesOf([record('long', { notes })])
    .flat()
    .flatMap((part) => part.record.notes!)
  expect(sent.map(({ external_id }) => external_id)).toEqual(
    notes.map(({ external_id }) => external_id).toReversed(),
  )
})
