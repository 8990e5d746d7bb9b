import { priorities, states } from './model.ts'

/** What a list shows. It stands in the address, so that a view can be kept and passed on. */
export interface View {
  q?: string
  state?: string
  priority?: string
  assignment_group?: string
  sort?: 'created_at' | 'updated_at' | 'priority'
  order?: 'asc' | 'desc'
}

const among = <T extends string>(value: unknown, known: readonly T[]): string | undefined => {
  const kept = (typeof value === 'string' ? value : '').split(',').filter((word) => known.includes(word as T))
  return kept.length > 0 ? kept.join(',') : undefined
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value : undefined)

/** From whatever somebody typed into the address. */
export function readView(search: Record<string, unknown>): View {
  const view = {
    q: text(search.q),
    state: among(search.state, states),
    priority: among(search.priority, priorities),
    assignment_group: text(search.assignment_group),
    sort: among(search.sort, ['created_at', 'updated_at', 'priority']),
    order: among(search.order, ['asc', 'desc']),
  }
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as View
}
