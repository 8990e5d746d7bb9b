import type { InboundWebhook, OutboundWebhook } from '../api/schema.d.ts'
import { webhooks } from '../words/webhooks.ts'
import type { WebhookState } from '../records/webhook-state.ts'
import type { Direction } from './choices.ts'

const { conditions } = webhooks

export type Operator = keyof typeof conditions.operators

/** What webhooks of both directions have. */
export type Webhook = Pick<OutboundWebhook, Extract<keyof OutboundWebhook, keyof InboundWebhook>>

/** In the API and in the console alike. */
export const pathOf = (direction: Direction) => `/webhooks/${direction}` as const

/** A webhook of either direction in the list. */
export interface WebhookListItem {
  id: string
  name: string
  direction: Direction
  state: WebhookState
  /** Where it sends to, or what sends to it. */
  endpoint: string
  results: string
  last: string
}
