import { Mark } from '@mantine/core'
import type { Ranges } from './excerpt.ts'

/** Text with highlighted ranges, which are counted in code points. */
export function MarkedText({ text, ranges }: { text: string; ranges: Ranges }) {
  const signs = Array.from(text)
  const slice = (first: number, behind?: number) => signs.slice(first, behind).join('')
  return (
    <>
      {ranges.map(([first = 0, behind], nth) => (
        <span key={first}>
          {slice(ranges[nth - 1]?.[1] ?? 0, first)}
          <Mark>{slice(first, behind)}</Mark>
        </span>
      ))}
      {slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
}
