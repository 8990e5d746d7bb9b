import { inOrder, type Write } from './write.ts'

/**
 * The changes of one person in the browser's storage, each under a key of its own: windows that add and remove changes at
 * the same moment do not overwrite each other's.
 */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (person: string, id: string) => `outbox ${person} ${id}`

/** Each change as text, to tell whether anything has changed. */
export function storedTexts(storage: KeyStore, person: string): string[] {
  const start = keyOf(person, '')
  const keys = Object.keys(storage).filter((key) => key.startsWith(start))
  return keys.flatMap((key) => storage.getItem(key) ?? []).toSorted()
}

export const writesIn = (texts: readonly string[]): Write[] =>
  inOrder(texts.map((text) => JSON.parse(text) as Write))

/** Touches only what is different. */
export function storeDifference(
  storage: KeyStore,
  person: string,
  before: readonly Write[],
  after: readonly Write[],
): void {
  const left = new Set(after.map(({ id }) => id))
  for (const write of after)
    if (!before.includes(write)) storage.setItem(keyOf(person, write.id), JSON.stringify(write))
  for (const { id } of before) if (!left.has(id)) storage.removeItem(keyOf(person, id))
}
