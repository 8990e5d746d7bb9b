import { Mark } from '@mantine/core'

type Places = [first: number, behind: number][]

/** Of a text for one line, the part in which the first of the words stands. */
export function nearFirst(text: string, places: Places, before = 40): { text: string; places: Places } {
  const skipped = (places[0]?.[0] ?? 0) - before
  if (skipped <= 0) return { text, places }
  return {
    text: `…${Array.from(text).slice(skipped).join('')}`,
    places: places.map(([first, behind]) => [first - skipped + 1, behind - skipped + 1]),
  }
}

/** A text with the words that were found; their places are counted in code points. */
export function MarkedText({ text, places = [] }: { text: string; places?: Places }) {
  const signs = Array.from(text)
  const slice = (first: number, behind?: number) => signs.slice(first, behind).join('')
  return (
    <>
      {places.map(([first, behind], nth) => (
        <span key={first}>
          {slice(places[nth - 1]?.[1] ?? 0, first)}
          <Mark>{slice(first, behind)}</Mark>
        </span>
      ))}
      {slice(places.at(-1)?.[1] ?? 0)}
    </>
  )
}
