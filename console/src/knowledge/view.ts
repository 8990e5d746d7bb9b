import { among, text, viewReader } from '../records/view.ts'
import { states } from './model.ts'

const sorts = ['relevance', 'updated_at', 'created_at', 'title', 'helpful']

const read = viewReader({
  q: text,
  state: among(states),
  category: text,
  tag: text,
  sort: among(sorts),
  order: among(['asc', 'desc']),
})

export type View = ReturnType<typeof read>

/** Sorting by relevance needs search terms. */
export function readView(search: Record<string, unknown>): View {
  const { sort, ...view } = read(search)
  return sort && (sort !== 'relevance' || view.q) ? { ...view, sort } : view
}
