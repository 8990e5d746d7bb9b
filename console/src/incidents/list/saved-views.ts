import { useLocalStorage } from '@mantine/hooks'
import { words } from '../../words.ts'
import { openStates } from '../model.ts'
import { readView, type View } from './view.ts'

const { views: w } = words.incidents

export interface NamedView {
  name: string
  view: View
}

const open = openStates.join(',')

/** What everybody looks for, most of the day. */
export const ready: readonly NamedView[] = [
  { name: w.all, view: {} },
  { name: w.open, view: { state: open } },
  { name: w.mine, view: { state: open, assigned_to: 'me' } },
  { name: w.unassigned, view: { state: open, unassigned: true } },
  { name: w.urgent, view: { state: open, priority: 'P1,P2', sort: 'priority', order: 'asc' } },
  { name: w.atRisk, view: { sla: 'at_risk', sort: 'sla_breach_at', order: 'asc' } },
  { name: w.breached, view: { sla: 'breached', sort: 'sla_breach_at', order: 'asc' } },
]

/** Views of one's own, in this browser. What is found there may be anything. */
function readKept(text: string | undefined): NamedView[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept
      .filter((each): each is NamedView => typeof each?.name === 'string' && typeof each.view === 'object')
      .map(({ name, view }) => ({ name, view: readView({ ...view }) }))
  } catch {
    return []
  }
}

export function useKeptViews() {
  const [kept, setKept] = useLocalStorage<NamedView[]>({
    key: 'incident-views',
    defaultValue: [],
    deserialize: readKept,
    getInitialValueInEffect: false,
  })
  return {
    kept,
    keep: (name: string, view: View) =>
      setKept((before) => [...before.filter((each) => each.name !== name), { name, view }]),
    drop: (name: string) => setKept((before) => before.filter((each) => each.name !== name)),
  }
}
