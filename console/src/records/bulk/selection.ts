import { useState } from 'react'
import type { Selection } from '../table-row.tsx'

interface SelectionState {
  view: string
  ids: ReadonlySet<string>
  /** Everything that matches, also what is not loaded. */
  isAll: boolean
}

/** The selected rows of a view; another view starts with an empty selection. */
export function useSelection(view: string, loaded: readonly { id: string }[]) {
  const none: SelectionState = { view, ids: new Set(), isAll: false }
  const [state, setState] = useState(none)
  const { ids, isAll } = state.view === view ? state : none
  const set = (next: Iterable<string>) => setState({ view, ids: new Set(next), isAll: false })
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
    selectAll: () => setState({ view, ids: new Set(), isAll: true }),
    clear: () => setState(none),
    /** Takes some out of what is selected now, which may be in another view by then. */
    deselect: (some: readonly string[]) =>
      setState((now) => ({ ...now, ids: new Set([...now.ids].filter((id) => !some.includes(id))) })),
  }
}

export type SelectedRows = ReturnType<typeof useSelection>
