import type { SearchResult } from '../api/schema.d.ts'
import { pageOfRecord } from '../shell/record-pages.ts'
import { palette as w } from '../words/palette.ts'
import type { Command } from './actions.ts'

export type Entry = Command & { result?: SearchResult }

export interface EntryGroup {
  label: string
  entries: Entry[]
}

type Navigate = (to: string, search?: Record<string, string>) => void

/** Each has the icon of its list. */
const icons: Record<SearchResult['type'], string> = {
  incident: '/incidents',
  change: '/changes',
  request: '/requests',
  ci: '/cmdb',
  article: '/knowledge',
  person: '/profile',
}

/** The records of a search by type; a person leads to the incidents that are assigned to them. */
export function groupsOf(results: SearchResult[], go: Navigate): EntryGroup[] {
  const groups = new Map<string, Entry[]>()
  for (const result of results) {
    const { type, id, title } = result
    const run = () => (type === 'person' ? go('/incidents', { assigned_to: id }) : go(pageOfRecord(id)))
    const entry: Entry = { id: `${type}-${id}`, label: title, icon: icons[type], result, run }
    groups.set(w.types[type], [...(groups.get(w.types[type]) ?? []), entry])
  }
  return [...groups].map(([label, entries]) => ({ label, entries }))
}

/** The first result may still be one of the previous query; commands, and what was chosen by the arrow keys, are meant. */
export const mayRun = (selected: Entry | undefined, index: number, isCurrent: boolean): boolean =>
  isCurrent || (selected !== undefined && (index > 0 || !selected.result))
