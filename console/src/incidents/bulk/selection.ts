import { useState } from 'react'
import type { Selection } from '../../records/table.tsx'
import { words } from '../../words.ts'

/** The selected rows of a view; another view starts with an empty selection. */
export function useSelection(view: string) {
  const [chosen, setChosen] = useState({ view, ids: [] as string[] })
  const ids = chosen.view === view ? chosen.ids : []
  const set = (next: string[]) => setChosen({ view, ids: next })
  const rows = {
    has: (id: string) => ids.includes(id),
    toggle: (id: string) => set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]),
    label: words.incidents.bulk.select,
    set,
  } satisfies Selection
  return { ids, rows, clear: () => set([]) }
}
