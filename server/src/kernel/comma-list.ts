/** A name has at most two commas, unless it is the only value. */
const longestName = 3

/** In an address with commas between them, in the filter of a bulk operation as an array. */
export type ListedValues = string | readonly string[]

/**
 * Values of a filter that are separated by commas; an array has one in each item. Names may have commas in them: one before a
 * space is always part of a name, and for the others neighbouring parts and the whole are values as well.
 */
export function valuesIn(list: ListedValues): string[] {
  if (typeof list !== 'string') return [...list]
  const parts = list.split(/,(?! )/)
  const names = Array.from({ length: longestName }, (_, more) =>
    parts.slice(more).map((_, start) => parts.slice(start, start + more + 1).join(',')),
  )
  return [...new Set([...names.flat(), list])]
}
