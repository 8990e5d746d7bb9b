import type { HistoryEntry } from '../api/schema.d.ts'

export interface Change {
  actor: string
  at: string
  entries: HistoryEntry[]
}

/** What one person did at one moment is one change, of as many fields as it had. */
export function groupChanges(entries: readonly HistoryEntry[]): Change[] {
  const changes: Change[] = []
  for (const entry of entries) {
    const last = changes.at(-1)
    if (last?.at === entry.at && last.actor === entry.actor) last.entries.push(entry)
    else changes.push({ actor: entry.actor, at: entry.at, entries: [entry] })
  }
  return changes
}

export const nameOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
