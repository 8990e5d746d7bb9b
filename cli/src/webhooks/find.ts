import type { Mainstay, OutboundWebhook } from '@mainstay/sdk'
import { CliError, exitCodes, usageError } from '../errors.ts'

/** A webhook by its id, or by its name if only one has it. */
export async function findWebhook(client: Mainstay, given: string): Promise<OutboundWebhook> {
  const named: OutboundWebhook[] = []
  // A name may be a part of an address, such as `health`, so it is never asked for as an id.
  for await (const webhook of client.webhooks.outbound.list({ limit: 200 })) {
    if (webhook.id === given) return webhook
    if (webhook.name === given) named.push(webhook)
  }
  if (named.length === 1) return named[0]!
  throw named.length === 0
    ? new CliError(`There is no outbound webhook '${given}'`, {
        exitCode: exitCodes.notFound,
        hint: 'mainstay webhook list shows all of them',
      })
    : usageError(
        `${named.length} webhooks are called '${given}'`,
        `Give the id: ${named.map(({ id }) => id).join(', ')}`,
      )
}
