/** Where each begins and where it has ended. */
export type Places = number[][]

/** Of a text for one line, the part in which the first of the words stands. */
export function nearFirst(text: string, places: Places, before = 40): { text: string; places: Places } {
  const [first = 0] = places[0] ?? []
  const signs = Array.from(text)
  const space = signs.indexOf(' ', Math.max(0, first - before))
  if (first <= before || space < 0) return { text, places }
  const skipped = Math.min(space + 1, first)
  return {
    text: `…${signs.slice(skipped).join('')}`,
    places: places.map((place) => place.map((at) => at - skipped + 1)),
  }
}
