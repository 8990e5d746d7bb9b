/** The spelling of each class, and the class number of each row, or -1. */
export interface Labels {
  classes: string[]
  labels: Int32Array
}

const fewest = 3

/**
 * Spellings that differ only in case and spaces are one class, named by the most frequent of them. Rare classes, and those
 * beyond the limit, form one class without a name, so that confidences stay honest.
 */
export function labelsOf(values: readonly (string | null)[], most: number): Labels {
  const spellings = new Map<string, Map<string, number>>()
  for (const value of values) {
    const key = keyOf(value)
    if (!key) continue
    const spelt = spellings.get(key) ?? new Map<string, number>()
    spelt.set(value!.trim(), (spelt.get(value!.trim()) ?? 0) + 1)
    spellings.set(key, spelt)
  }
  const frequent = [...spellings]
    .map(([key, spelt]) => ({ key, spelt, times: sumOf(spelt) }))
    .filter(({ times }) => times >= fewest)
    .toSorted((a, b) => b.times - a.times || (a.key < b.key ? -1 : 1))
    .slice(0, most)
  const classIndexOf = new Map(frequent.map(({ key }, index) => [key, index]))
  const labels = Int32Array.from(values, (value) => {
    const key = keyOf(value)
    return key ? (classIndexOf.get(key) ?? frequent.length) : -1
  })
  const rare = labels.filter((label) => label === frequent.length).length
  const classes = frequent.map(({ spelt }) => mostFrequent(spelt))
  if (rare >= fewest && classes.length > 0) return { classes: [...classes, ''], labels }
  return { classes, labels: labels.map((label) => (label === frequent.length ? -1 : label)) }
}

export const keyOf = (value: string | null): string =>
  (value ?? '').normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

const sumOf = (spelt: Map<string, number>) => [...spelt.values()].reduce((sum, n) => sum + n, 0)

const mostFrequent = (spelt: Map<string, number>) =>
  [...spelt].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]![0]
