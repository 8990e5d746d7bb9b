import { isDeepStrictEqual } from 'node:util'

export interface Change {
  field: string
  from: unknown
  to: unknown
}

/** The fields that differ, as they are named in the API. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Change[] {
  return fields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** Compares as JSON, regardless of key order, which the database does not keep. */
function isSame(a: unknown, b: unknown): boolean {
  if (isPlain(a) && isPlain(b)) return (a ?? null) === (b ?? null)
  const [before, after] = [JSON.stringify(a ?? null), JSON.stringify(b ?? null)]
  return before === after || isDeepStrictEqual(JSON.parse(before), JSON.parse(after))
}
