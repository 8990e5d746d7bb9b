/** In SQL. An imported incident may have been resolved before it was created, which took no time. */
export const resolutionTime = 'resolved_at - least(created_at, resolved_at)'

/** In SQL, what the clock of an incident says; the scheduler updates it every second. */
export const mark = (name: 'breached' | 'warned') => `(sla -> 'summary' ->> '${name}')::boolean`
