import type { Incident, OutboundWebhook } from '../../console/src/api/schema.d.ts'
import { eventually } from './eventually.ts'
import type { ReceivedRequest, Receiver } from './receiver.ts'
import type { Service } from './service.ts'

/** A webhook, and a function that returns a delivery signed just now: after five minutes it would be refused as too old. */
export async function openDeliveries(
  service: Service,
  receiver: Receiver,
): Promise<{ secret: string; deliver: () => Promise<ReceivedRequest> }> {
  const token = await service.token()
  const post = async <Answer>(url: string, body: object) =>
    (await (await service.call(token, url, { method: 'POST', body: JSON.stringify(body) })).json()) as Answer
  const { secret } = await post<OutboundWebhook>('/webhooks/outbound', {
    name: 'Snippets',
    url: receiver.url,
    events: ['incident.created'],
    timeout_seconds: 30,
  })
  const deliver = async () => {
    const { id } = await post<Incident>('/incidents', { short_description: 'Zürich – “mail” is down' })
    const isOfIt = ({ body }: ReceivedRequest) =>
      (JSON.parse(body.toString()) as { data: Incident }).data.id === id
    return (await eventually(() => receiver.received.find(isOfIt)))!
  }
  return { secret: secret!, deliver }
}
