import type { HistoryEntry } from '../api/schema.d.ts'

export interface HistoryChange {
  actor: string
  at: string
  entries: HistoryEntry[]
}

/** Groups the entries of one actor at one moment into one change. */
export function groupChanges(entries: readonly HistoryEntry[]): HistoryChange[] {
  const changes: HistoryChange[] = []
  for (const entry of entries) {
    const last = changes.at(-1)
    if (last?.at === entry.at && last.actor === entry.actor) last.entries.push(entry)
    else changes.push({ actor: entry.actor, at: entry.at, entries: [entry] })
  }
  return changes
}

export const nameOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
