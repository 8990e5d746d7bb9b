import type { Article } from '../api/schema.d.ts'

export const states = ['draft', 'review', 'published', 'retired'] as const
export type State = (typeof states)[number]

/** What an editor writes. */
export type Text = Pick<Article, 'title' | 'body' | 'category' | 'tags'>

export const path = '/knowledge/articles'

export const stateColours: Record<State, string> = {
  draft: 'gray',
  review: 'orange',
  published: 'teal',
  retired: 'gray',
}

/** How long an article holds before somebody should look at it, in months. */
export const staleAfter = 6

/** As the service counts: published, and neither changed nor reviewed since then. */
export function isStale({ state, updated_at, reviewed_at }: Article, now = new Date()): boolean {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - staleAfter)
  const touched = reviewed_at !== null && reviewed_at > updated_at ? reviewed_at : updated_at
  return state === 'published' && new Date(touched) < then
}
