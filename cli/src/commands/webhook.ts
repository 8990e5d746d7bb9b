import { Option, type Command } from 'commander'
import {
  ValidationError,
  type Delivery,
  type Mainstay,
  type OutboundHealth,
  type OutboundWebhook,
} from '@mainstay/sdk'
import type { Cli } from '../cli.ts'
import { foundProblems, usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { inTurn } from '../in-turn.ts'
import type { Paint } from '../output/colour.ts'
import { fields, type Column } from '../output/table.ts'
import { counted, localTime } from '../output/time.ts'
import { takeWithTotal, wholeNumber } from '../values.ts'
import { findWebhook } from '../webhooks/find.ts'
import { pointInTime } from '../webhooks/time.ts'

type Status = Delivery['status']
const statuses = ['pending', 'delivered', 'retrying', 'failed'] as const satisfies readonly Status[]

export function addWebhook(program: Command, cli: Cli): void {
  const webhook = program.command('webhook').description('outbound webhooks and their deliveries')
  addList(webhook, cli)
  addDeliveries(webhook, cli)
  addReplay(webhook, cli)
  addTest(webhook, cli)
}

function addList(webhook: Command, cli: Cli): void {
  webhook
    .command('list')
    .description('list outbound webhooks with their health of the last 24 hours')
    .addHelpText('after', examples('mainstay webhook list'))
    .action(async () => {
      const { outbound } = cli.client().webhooks
      const [webhooks, health] = await Promise.all([
        outbound.list({ limit: 200 }).take(1000),
        outbound.health(),
      ])
      const healthOf = new Map(health.data.map((one) => [one.webhook_id, one]))
      const rows = webhooks.map((one) => ({ ...one, health: healthOf.get(one.id) ?? null }))
      cli.printTable({ data: rows }, rows, webhookColumns, 'There are no outbound webhooks.')
    })
}

type WebhookRow = OutboundWebhook & { health: OutboundHealth | null }

const webhookColumns: Column<WebhookRow>[] = [
  { title: 'Id', value: (row) => row.id, optional: true },
  { title: 'Name', value: (row) => row.name, shrinks: true },
  { title: 'Active', value: (row) => (row.active ? 'yes' : 'no') },
  { title: 'Delivered', value: (row) => row.health?.delivered ?? 0 },
  { title: 'Failed', value: (row) => row.health?.failed ?? 0 },
  { title: 'Waiting', value: (row) => row.health?.waiting ?? 0 },
  { title: 'Address', value: (row) => row.url, shrinks: true },
]

function addDeliveries(webhook: Command, cli: Cli): void {
  webhook
    .command('deliveries')
    .description('list deliveries of a webhook, the newest first')
    .argument('<webhook>', 'id or name')
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(statuses))
    .option('--limit <number>', 'how many at most', wholeNumber(1, 10_000), 25)
    .addHelpText('after', examples('mainstay webhook deliveries "Chat alerts" --status failed'))
    .action(async (given: string, { status, limit }: { status?: Status; limit: number }) => {
      const client = cli.client()
      const { id } = await findWebhook(client, given)
      const filter = { ...(status ? { status } : {}), limit: Math.min(limit, 200) }
      const listing = client.webhooks.outbound.deliveries.list(id, filter)
      const { data, total } = await takeWithTotal(listing, limit)
      cli.printTable({ data, total }, data, deliveryColumns(cli.paint), 'There are no such deliveries.')
      if (total > data.length) cli.say(`${data.length} of ${total} deliveries; --limit shows more.`)
    })
}

const deliveryColumns = (paint: Paint): Column<Delivery>[] => [
  { title: 'Id', value: (row) => row.id },
  { title: 'Created', value: (row) => localTime(row.created_at), optional: true },
  { title: 'Event', value: (row) => row.event },
  { title: 'Record', value: (row) => row.subject_id },
  {
    title: 'Status',
    value: (row) => row.status,
    paint: (text, row) => (row.status === 'failed' ? paint('red', text) : text),
  },
  { title: 'Attempts', value: (row) => row.attempt_count, optional: true },
  { title: 'Response', value: (row) => row.response_status ?? row.error, shrinks: true },
]

interface ReplayOptions {
  webhook?: string
  status?: Status
  since?: string
  until?: string
}

function addReplay(webhook: Command, cli: Cli): void {
  webhook
    .command('replay')
    .description('send deliveries again')
    .argument('[delivery...]', 'ids of deliveries')
    .option('--webhook <webhook>', 'all failed deliveries of this webhook, by id or name')
    .addOption(
      new Option('--status <status>', 'with --webhook: these instead of failed ones').choices(statuses),
    )
    .option('--since <time>', 'with --webhook: 30m, 6h or 2d ago, or a time, local without a zone')
    .option('--until <time>', 'with --webhook: 30m, 6h or 2d ago, or a time, local without a zone')
    .addHelpText(
      'after',
      examples(
        'mainstay webhook replay del_0b1c2d3e4f',
        'mainstay webhook replay --webhook "Chat alerts" --since 6h',
      ),
    )
    .action(async (deliveries: string[], options: ReplayOptions) => {
      const isRange = Object.keys(options).length > 0
      if (isRange && (!options.webhook || deliveries.length > 0))
        throw usageError(
          'Give either ids of deliveries, or --webhook with --status, --since and --until',
          'mainstay webhook replay --webhook "Chat alerts" --since 6h',
        )
      const client = cli.client()
      if (options.webhook) return replayRange(client, cli, options.webhook, options)
      if (deliveries.length === 0)
        throw usageError(
          'Give ids of deliveries, or --webhook',
          'mainstay webhook deliveries <webhook> lists them',
        )
      await inTurn(
        cli,
        deliveries,
        (id) => client.webhooks.outbound.deliveries.replay(id),
        ({ id, replay_of }) => `${replay_of} is sent again as ${id}.`,
      )
    })
}

async function replayRange(
  client: Mainstay,
  cli: Cli,
  webhook: string,
  options: ReplayOptions,
): Promise<void> {
  const { id } = await findWebhook(client, webhook)
  const range = {
    ...(options.status ? { status: options.status } : {}),
    ...(options.since !== undefined ? { since: pointInTime(options.since) } : {}),
    ...(options.until !== undefined ? { until: pointInTime(options.until) } : {}),
  }
  const accepted = await client.webhooks.outbound.replay(id, range).catch((error: unknown) => {
    if (error instanceof ValidationError && error.errors[0]?.code === 'no_match') return undefined
    throw error
  })
  // No failure for a script that replays every hour.
  if (!accepted)
    return cli.print({ succeeded: 0, failed: 0 }, () => 'Nothing to replay. Tests are not sent again.')
  const job = await client.jobs.waitFor(accepted, { signal: cli.io.signal })
  cli.print(
    job,
    () => `${counted(job.succeeded, 'delivery', 'deliveries')} will be sent again, ${job.failed} failed.`,
  )
  if (job.failed > 0) throw foundProblems('Some deliveries could not be replayed')
}

function addTest(webhook: Command, cli: Cli): void {
  webhook
    .command('test')
    .description('send a sample now, and show what the receiver answers')
    .argument('<webhook>', 'id or name')
    .option('--event <type>', 'type of event, such as incident.created')
    .addHelpText('after', examples('mainstay webhook test "Chat alerts" --event incident.resolved'))
    .action(async (given: string, { event }: { event?: Delivery['event'] }) => {
      const client = cli.client()
      const { id } = await findWebhook(client, given)
      const delivery = await client.webhooks.outbound.test(id, event ? { query: { event } } : {})
      const attempt = delivery.attempts.at(-1)
      cli.print(delivery, () =>
        fields([
          ['Delivery', delivery.id],
          ['Event', delivery.event],
          ['Address', delivery.request.url],
          ['Status', delivery.status],
          ['Response', attempt?.status ?? attempt?.error],
          ['Latency', attempt && `${attempt.latency_ms} ms`],
          ['Body', attempt?.response_body],
        ]),
      )
      if (delivery.status !== 'delivered')
        throw foundProblems(
          'The receiver did not accept the sample',
          'Compare the response above with what the receiver logs; docs/webhooks.md lists the errors',
        )
    })
}
