/** The events that webhooks can subscribe to. */
export const eventTypes = [
  'incident.created',
  'incident.updated',
  'incident.resolved',
  'incident.priority_changed',
  'change.submitted',
  'change.approved',
  'change.rejected',
  'request.submitted',
  'request.approved',
  'sla.breach_warning',
  'sla.breached',
  'ci.discovered',
] as const

export type EventType = (typeof eventTypes)[number]

/** What an event is about: `incident` for `incident.created`. */
export type EventSubject = EventType extends `${infer Subject}.${string}` ? Subject : never
