import { Mark } from '@mantine/core'
import type { Places } from './near-first.ts'

/** A text with the words that were found; their places are counted in code points. */
export function MarkedText({ text, places = [] }: { text: string; places?: Places }) {
  const signs = Array.from(text)
  const slice = (first: number, behind?: number) => signs.slice(first, behind).join('')
  return (
    <>
      {places.map(([first = 0, behind], nth) => (
        <span key={first}>
          {slice(places[nth - 1]?.[1] ?? 0, first)}
          <Mark>{slice(first, behind)}</Mark>
        </span>
      ))}
      {slice(places.at(-1)?.[1] ?? 0)}
    </>
  )
}
