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

export const predefinedViews: readonly NamedView[] = [
  { name: w.all, view: {} },
  { name: w.open, view: { state: open } },
  { name: w.mine, view: { state: open, assigned_to: 'me' } },
  { name: w.unassigned, view: { state: open, unassigned: true } },
  { name: w.urgent, view: { state: open, priority: 'P1,P2', sort: 'priority', order: 'asc' } },
  { name: w.atRisk, view: { sla: 'at_risk', sort: 'sla_breach_at', order: 'asc' } },
  { name: w.breached, view: { sla: 'breached', sort: 'sla_breach_at', order: 'asc' } },
]

/** Saved views from local storage, which may hold anything. */
function parseSavedViews(text: string | undefined): NamedView[] {
  try {
    const saved: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(saved)) return []
    return saved
      .filter((each): each is NamedView => typeof each?.name === 'string' && typeof each.view === 'object')
      .map(({ name, view }) => ({ name, view: readView({ ...view }) }))
  } catch {
    return []
  }
}

export function useSavedViews() {
  const [saved, setSaved] = useLocalStorage<NamedView[]>({
    key: 'incident-views',
    defaultValue: [],
    deserialize: parseSavedViews,
    getInitialValueInEffect: false,
  })
  return {
    saved,
    keep: (name: string, view: View) =>
      setSaved((before) => [...before.filter((each) => each.name !== name), { name, view }]),
    drop: (name: string) => setSaved((before) => before.filter((each) => each.name !== name)),
  }
}
