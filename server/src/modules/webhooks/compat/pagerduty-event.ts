/** The rules of PagerDuty's Events API v2, with the messages that its clients know. */
const eventActions = ['trigger', 'acknowledge', 'resolve'] as const
type EventAction = (typeof eventActions)[number]
const severities = ['critical', 'error', 'warning', 'info']
const longestDedupKey = 255

export interface PagerDutyEvent {
  routing_key: string
  event_action: EventAction
  dedup_key?: string
  client?: unknown
  payload?: { summary: string; source: string; severity: string }
}

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

/** What is wrong with an event; empty for a valid one. */
export function errorsOf(event: unknown): string[] {
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return ['The event is not an object']
  const { routing_key, event_action, dedup_key } = event as Record<string, unknown>
  const errors: string[] = []
  if (isBlank(routing_key)) errors.push("'routing_key' is missing or blank")
  if (isBlank(event_action)) errors.push("'event_action' is missing or blank")
  else if (!eventActions.includes(event_action as EventAction))
    errors.push(`'event_action' is invalid (must be one of ${eventActions.join(', ')})`)
  if (dedup_key !== undefined && dedup_key !== null && typeof dedup_key !== 'string')
    errors.push("'dedup_key' is not a string")
  else if (typeof dedup_key === 'string' && dedup_key.length > longestDedupKey)
    errors.push(`Length of 'dedup_key' is too long (maximum is ${longestDedupKey} characters)`)
  if (event_action === 'trigger') errors.push(...payloadErrors((event as { payload?: unknown }).payload))
  else if (eventActions.includes(event_action as EventAction) && isBlank(dedup_key))
    errors.push(`'dedup_key' is missing or blank (required for ${String(event_action)})`)
  return errors
}

function payloadErrors(payload: unknown): string[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return ["'payload' is missing or not an object"]
  const { summary, source, severity } = payload as Record<string, unknown>
  return [
    ...(isBlank(summary) ? ["'payload.summary' is missing or blank"] : []),
    ...(isBlank(source) ? ["'payload.source' is missing or blank"] : []),
    ...(severities.includes(severity as string)
      ? []
      : [`'payload.severity' is invalid (must be one of ${severities.join(', ')})`]),
  ]
}
