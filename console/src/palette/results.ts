import type { SearchResult } from '../api/schema.d.ts'
import { palette as w } from '../words/palette.ts'
import type { Command } from './actions.ts'

export type Entry = Command & { result?: SearchResult }

export interface EntryGroup {
  label: string
  entries: Entry[]
}

type Go = (to: string, search?: Record<string, string>) => void

const pages: Record<SearchResult['kind'], string> = {
  incident: '/incidents',
  change: '/changes',
  request: '/requests',
  ci: '/cmdb/cis',
  article: '/knowledge',
  person: '/incidents',
}
const icons: Record<SearchResult['kind'], string> = {
  ...pages,
  ci: '/cmdb',
  person: '/profile',
}

/** The records of a search by kind; a person leads to the incidents that are assigned to them. */
export function groupsOf(results: SearchResult[], go: Go): EntryGroup[] {
  const groups = new Map<string, Entry[]>()
  for (const result of results) {
    const { kind, id, title } = result
    const to = pages[kind]
    const run = () => (kind === 'person' ? go(to, { assigned_to: id }) : go(`${to}/${id}`))
    const entry: Entry = { id: `${kind}-${id}`, label: title, icon: icons[kind], result, run }
    groups.set(w.kinds[kind], [...(groups.get(w.kinds[kind]) ?? []), entry])
  }
  return [...groups].map(([label, entries]) => ({ label, entries }))
}
