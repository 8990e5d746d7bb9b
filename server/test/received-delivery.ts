import type { OutboundWebhook } from '../../console/src/api/schema.d.ts'
import { eventually } from './eventually.ts'
import type { ReceivedRequest, Receiver } from './receiver.ts'
import type { Service } from './service.ts'

/** A webhook, and a delivery that the service has signed and sent. */
export async function receiveDelivery(
  service: Service,
  receiver: Receiver,
): Promise<{ secret: string; delivery: ReceivedRequest }> {
  const token = await service.token()
  const post = async <Answer>(url: string, body: object) =>
    (await (await service.call(token, url, { method: 'POST', body: JSON.stringify(body) })).json()) as Answer
  const { secret } = await post<OutboundWebhook>('/webhooks/outbound', {
    name: 'Snippets',
    url: receiver.url,
    events: ['incident.created'],
    timeout_seconds: 30,
  })
  await post('/incidents', { short_description: 'Zürich – “mail” is down' })
  await eventually(() => receiver.received.length > 0)
  return { secret: secret!, delivery: receiver.received[0]! }
}
