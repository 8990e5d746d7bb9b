import { useState } from 'react'
import type { Selection } from '../table.tsx'

interface Chosen {
  view: string
  ids: ReadonlySet<string>
  /** Everything that matches, also what is not loaded. */
  isAll: boolean
}

/** The selected rows of a view; another view starts with an empty selection. */
export function useSelection(view: string, loaded: readonly { id: string }[]) {
  const none: Chosen = { view, ids: new Set(), isAll: false }
  const [chosen, setChosen] = useState(none)
  const { ids, isAll } = chosen.view === view ? chosen : none
  const set = (next: Iterable<string>) => setChosen({ view, ids: new Set(next), isAll: false })
  const rows: Selection = {
    has: (id) => isAll || ids.has(id),
    toggle: (id) => {
      const before = new Set(isAll ? loaded.map((row) => row.id) : ids)
      if (!before.delete(id)) before.add(id)
      set(before)
    },
    set,
  }
  return {
    ids: [...ids],
    isAll,
    isEmpty: !isAll && ids.size === 0,
    rows,
    selectAll: () => setChosen({ view, ids: new Set(), isAll: true }),
    clear: () => setChosen(none),
  }
}

export type SelectedRows = ReturnType<typeof useSelection>
