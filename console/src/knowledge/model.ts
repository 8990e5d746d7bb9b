export const states = ['draft', 'review', 'published', 'retired'] as const
export type State = (typeof states)[number]

/** What an editor writes. */
export interface Text {
  title: string
  body: string
  category: string | null
  tags: string[]
}

type Span = [first: number, behind: number]

export interface Article extends Text {
  id: string
  state: State
  author: string
  updated_by: string
  allowed_transitions: State[]
  published_at: string | null
  reviewed_at: string | null
  helpful_count: number
  unhelpful_count: number
  source_incident_id: string | null
  created_at: string
  updated_at: string
  version: number
  snippet?: string
  highlights?: { title: Span[]; snippet: Span[] }
}

export interface Version {
  version: number
  title: string
  state: State
  author: string
  at: string
}

export interface Vote {
  voter: string
  helpful: boolean
  comment: string | null
  at: string
}

export interface Gap {
  id: string
  question: string
  times: number
  first_asked_at: string
  last_asked_at: string
}

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
