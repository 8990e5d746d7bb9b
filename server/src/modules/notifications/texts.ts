import type { Change } from '../../kernel/changes.ts'
import { clip } from '../../kernel/clip.ts'
import { isDescribed } from '../records/model.ts'

const toWords = (value: unknown) => String(value).replaceAll('_', ' ')

/** What a change did, for a title: "state new to in progress". */
export function describeChanges(changes: Change[]): string {
  const described = changes.map(({ field, from, to }) => {
    if (field === 'work_notes_count') return 'new note'
    if (!isDescribed({ field })) return toWords(field)
    if (to === null) return `${toWords(field)} removed`
    return from === null
      ? `${toWords(field)} ${toWords(to)}`
      : `${toWords(field)} ${toWords(from)} to ${toWords(to)}`
  })
  return described.join(', ')
}

/** An ID with its title, where there is one. */
export const headline = (id: string, title: string | null): string =>
  title === null ? id : `${id}: ${title}`

const longestExcerpt = 500

/** The start of a text that someone wrote. */
export const excerpt = (text: string): string => clip(text, longestExcerpt)
