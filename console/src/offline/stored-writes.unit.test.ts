import { expect, test } from 'vitest'
import { storeDifference, storedTexts, writesIn, type KeyStore } from './stored-writes.ts'
import { withoutWrite, withWrite, type Write } from './write.ts'

const at = '2026-11-16T08:00:00.000Z'
const note = (id: string): Write => ({
  id,
  method: 'post',
  path: '/incidents/INC0000001/notes',
  body: { body: id },
  at,
})
const ids = (writes: readonly Write[]) => writes.map(({ id }) => id)

/** As the browser's: its keys are properties. */
function openStorage(content: Record<string, string> = {}): KeyStore & Record<string, unknown> {
  const storage = Object.create({
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  }) as KeyStore & Record<string, unknown>
  return Object.assign(storage, content)
}

const read = (storage: KeyStore, person = 'ada') => writesIn(storedTexts(storage, person))

test('two windows that add and remove at the same moment lose nothing', () => {
  const storage = openStorage({ 'draft ada x': '{}' })
  storeDifference(storage, 'ada', [], [note('a')])
  const seen = read(storage) // by both
  storeDifference(storage, 'ada', seen, withWrite(seen, note('b')))
  storeDifference(storage, 'ada', seen, withWrite(seen, note('c')))
  storeDifference(storage, 'ada', seen, withoutWrite(seen, 'a'))
  expect(ids(read(storage))).toEqual(['b', 'c'])
  expect(read(storage, 'ad')).toEqual([])
})

test('changes keep their order within a millisecond', () => {
  const storage = openStorage()
  for (const id of ['c', 'a', 'b']) {
    const writes = read(storage)
    storeDifference(storage, 'ada', writes, withWrite(writes, note(id)))
  }
  expect(ids(read(storage))).toEqual(['c', 'a', 'b'])
})
