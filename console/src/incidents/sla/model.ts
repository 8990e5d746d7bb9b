import type { Clock, State } from '../model.ts'

export interface Segment {
  from: string
  to: string | null
  clock: Clock
  state: State
  priority: string
  target_minutes: number
  calendar_id: string | null
  counted_ms: number
}

export interface Sla {
  target_minutes: number
  calendar_id: string | null
  clock: Clock
  cycle: number
  warned: boolean
  breached: boolean
  counted_ms: number
  remaining_ms: number
  elapsed_share: number
  warning_at: string
  breach_at: string
  segments: Segment[]
}
