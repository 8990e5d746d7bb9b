export interface Entry {
  actor: string
  at: string
  field: string
  from: unknown
  to: unknown
}

export interface Change {
  actor: string
  at: string
  entries: Entry[]
}

/** What one person did at one moment is one change, of as many fields as it had. */
export function groupChanges(entries: readonly Entry[]): Change[] {
  const changes: Change[] = []
  for (const entry of entries) {
    const last = changes.at(-1)
    if (last?.at === entry.at && last.actor === entry.actor) last.entries.push(entry)
    else changes.push({ actor: entry.actor, at: entry.at, entries: [entry] })
  }
  return changes
}

export const nameOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
