interface Clock {
  breached: boolean
  clock: string
}

/** The service marks a breach a moment after it happens; a breach stays one while the incident is on hold. */
export const isOverdue = ({ breached, clock }: Clock, breach_at: string, now: number): boolean =>
  breached || (clock === 'running' && Date.parse(breach_at) <= now)
