/** Whether one typing mistake turns one word into the other: a letter missing, added or replaced, or two swapped. */
export const isOneEditApart = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= 1 && editsBetween(a, b) === 1

/** Whether a typed word is another with at most one mistake. Short words and the first letter are not forgiven. */
export const isMisspeltAs = (typed: string, meant: string): boolean =>
  typed.length >= 5 && typed[0] === meant[0] && (typed === meant || isOneEditApart(typed, meant))

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

const longestName = 64

/** The name that somebody probably meant: one edit away, or two when it is long; undefined when there is none. */
export function nearestTo(typed: string, names: readonly string[]): string | undefined {
  if (typed.length < 3 || typed.length > longestName) return undefined
  const most = typed.length < 8 ? 1 : 2
  const near = names
    .filter((name) => name.length >= 3 && Math.abs(name.length - typed.length) <= most)
    .map((name) => ({ name, edits: editsBetween(typed, name) }))
    .filter(({ edits }) => edits <= most)
  return near.toSorted((a, b) => a.edits - b.edits)[0]?.name
}
