import { createHmac, randomBytes } from 'node:crypto'
import type { Event } from '@mainstay/sdk'

export const randomSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Whether Standard Webhooks can decode it. */
export const isSecret = (text: string) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)

/** The body of a delivery, as the service sends it for this event. */
export const bodyOf = (event: Event, service_instance: string) =>
  JSON.stringify({ event: event.type, timestamp: event.occurred_at, service_instance, data: event.data })

/** The headers of a delivery, signed in both ways that the service signs. */
export function headersOf(event: Event, body: string, secret: string, now: Date): Record<string, string> {
  const id = `listen_${event.id}`
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Mainstay-Webhooks/1',
    'x-service-event': event.type,
    'x-service-event-id': event.id,
    'x-service-delivery': id,
    'x-service-attempt': '1',
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  }
}
