import type { Change } from '../../kernel/changes.ts'
import { clip } from '../../kernel/clip.ts'
import { fieldText, valueText } from '../records/field-text.ts'
import { isDescribed } from '../records/model.ts'

/** Above what we write: whoever replies writes above it, and what is below is quoted. */
export const replyLine = '--- Write your reply above this line ---'

/** What a change did, for a title: "state new to in progress". */
export function describeChanges(changes: Change[]): string {
  // The times of a state follow from it.
  const isNews = ({ field }: Change) =>
    !field.endsWith('_at') || !changes.some((one) => one.field === 'state')
  const described = changes.filter(isNews).map(({ field, from, to }) => {
    if (field === 'work_notes_count') return 'new note'
    const name = fieldText(field)
    if (!isDescribed({ field })) return name
    if (to === null) return `${name} removed`
    const before = from === null ? '' : `${valueText(field, from)} to `
    return `${name} ${before}${valueText(field, to)}`
  })
  return described.join(', ')
}

/** An ID with its title, where there is one. */
export const headline = (id: string, title: string | null): string =>
  title === null ? id : `${id}: ${title}`

/** The same with the priority, which says how soon somebody has to look at it. */
export const urgentHeadline = (priority: string | undefined, id: string, title: string | null): string =>
  [priority, headline(id, title)].filter(Boolean).join(' ')

const longestExcerpt = 500

/** The start of a text that someone wrote. */
export const excerpt = (text: string): string => clip(text, longestExcerpt)
