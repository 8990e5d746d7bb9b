import { isDeepStrictEqual } from 'node:util'

export interface Change {
  field: string
  from: unknown
  to: unknown
}

/** The fields that differ, in the words of the interface. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Change[] {
  return fields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
}

/** As JSON; the order of an object's fields does not matter, because the database keeps none. */
function isSame(a: unknown, b: unknown): boolean {
  const [before, after] = [JSON.stringify(a ?? null), JSON.stringify(b ?? null)]
  return before === after || isDeepStrictEqual(JSON.parse(before), JSON.parse(after))
}
