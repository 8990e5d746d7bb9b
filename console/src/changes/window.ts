import type { Change } from '../api/schema.d.ts'
import { when } from '../shell/time.tsx'
import { changes as w } from '../words/changes.ts'

type Window = Pick<Change, 'planned_start' | 'planned_end'>

const isOneDay = (at: string, other: string) => new Date(at).toDateString() === new Date(other).toDateString()
const timeOf = (at: string) => new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' })

export function windowOf({ planned_start: start, planned_end: end }: Window): string {
  if (start && end) return w.span(when(start), isOneDay(start, end) ? timeOf(end) : when(end))
  if (start) return w.from(when(start))
  return end ? w.until(when(end)) : w.noWindow
}
