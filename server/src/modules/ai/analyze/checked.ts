import { idsInText } from '../../../kernel/record-ids.ts'
import { sentencesOf } from '../text/blocks.ts'

const ids = new RegExp(idsInText, 'g')

/** A model's text without sentences that name a record it was not given. */
export const onlyKnown = (text: string, known: Set<string>): string =>
  sentencesOf(text)
    .filter((sentence) => (sentence.match(ids) ?? []).every((id) => known.has(id)))
    .join(' ')

/** In the order of the model's numbers; left-out items come last, invented numbers are ignored. */
export function reorder<T>(items: T[], order: number[]): T[] {
  const places = [...new Set([...order, ...items.keys()])]
  return places.flatMap((place) => (place in items ? [items[place]!] : []))
}
