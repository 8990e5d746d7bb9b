import type { EventType } from '../../../kernel/event-types.ts'
import type { Format } from '../outbound/formats.ts'
import { chatBody } from './chat.ts'
import { bodyOf } from './model.ts'

export interface DeliveryContent {
  format: Format
  event: EventType
  occurred_at: Date
  /** JSON as the database wrote it; null when the event is no longer stored. */
  data: string | null
  /** The name of whoever caused the event, for messages in chats. */
  actor?: string | null
}

/** The body of every attempt, in the format of the webhook. */
export const requestBody = (
  { format, event, occurred_at, data, actor }: DeliveryContent,
  service_instance: string,
): string =>
  format === 'event' || data === null
    ? bodyOf(event, occurred_at, service_instance, data ?? 'null')
    : chatBody(format, event, data, actor)
