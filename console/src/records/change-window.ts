import type { Change } from '../api/schema.d.ts'
import { when, whenAfter } from '../shell/time.tsx'
import { changes as w } from '../words/changes.ts'

export type ChangeWindow = Pick<Change, 'planned_start' | 'planned_end'>

export function windowOf({ planned_start: start, planned_end: end }: ChangeWindow): string {
  if (start && end) return w.span(when(start), whenAfter(start, end))
  if (start) return w.from(when(start))
  return end ? w.until(when(end)) : w.noWindow
}
