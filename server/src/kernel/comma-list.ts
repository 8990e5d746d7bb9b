/** A name has at most two commas, unless it is the only value. */
const longestName = 3

/**
 * Values of a filter that are separated by commas. Names may have commas in them, so neighbouring parts and the whole are
 * values as well.
 */
export function valuesIn(list: string): string[] {
  const parts = list.split(',')
  const names = Array.from({ length: longestName }, (_, more) =>
    parts.slice(more).map((_, start) => parts.slice(start, start + more + 1).join(',')),
  )
  return [...new Set([...names.flat(), list])]
}
