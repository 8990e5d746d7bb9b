/** Start and exclusive end of each highlight. */
export type Ranges = number[][]

/** Shortens a text so that its first highlight is visible in one line. */
export function excerptAround(text: string, ranges: Ranges, before = 40): { text: string; ranges: Ranges } {
  const [first = 0] = ranges[0] ?? []
  const signs = Array.from(text)
  const space = signs.indexOf(' ', Math.max(0, first - before))
  if (first <= before || space < 0) return { text, ranges }
  const skipped = Math.min(space + 1, first)
  return {
    text: `…${signs.slice(skipped).join('')}`,
    ranges: ranges.map((range) => range.map((at) => at - skipped + 1)),
  }
}
