import type { Article } from '../api/schema.d.ts'

export const states = ['draft', 'review', 'published', 'retired'] as const
export type State = (typeof states)[number]

/** The fields that an editor writes. */
export type Text = Pick<Article, 'title' | 'body' | 'category' | 'tags'>

export const path = '/knowledge/articles'

export const stateColours: Record<State, string> = {
  draft: 'gray',
  review: 'orange',
  published: 'teal',
  retired: 'gray',
}

export const isUnpublished = (state: State): boolean => state === 'draft' || state === 'review'

/** Whoever drafted an article from an incident finishes it; editors publish it. */
export const isOwnDraft = (
  { author, source_incident_id, state }: Pick<Article, 'author' | 'source_incident_id' | 'state'>,
  email: string | undefined,
): boolean => author === email && source_incident_id !== null && isUnpublished(state)

/** Months after which a published article should be reviewed. */
export const staleAfter = 6
export const staleChoices = [1, 3, staleAfter, 12, 24] as const

/** Same rule as the service: published, and neither changed nor reviewed since. */
export function isStale({ state, updated_at, reviewed_at }: Article, now = new Date()): boolean {
  const then = monthsBefore(now, staleAfter)
  const touched = reviewed_at !== null && reviewed_at > updated_at ? reviewed_at : updated_at
  return state === 'published' && new Date(touched) < then
}

/** On the last day of a shorter month, as PostgreSQL does it; `Date` goes on into the next month. */
function monthsBefore(time: Date, months: number): Date {
  const then = new Date(time)
  then.setUTCMonth(then.getUTCMonth() - months)
  if (then.getUTCDate() !== time.getUTCDate()) then.setUTCDate(0)
  return then
}
