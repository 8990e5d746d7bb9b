import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { useList } from '../../api/records.ts'
import type { OutboundHealth, OutboundWebhook as Outbound } from '../../api/schema.d.ts'
import { Table, type Column } from '../../records/table.tsx'
import { Empty } from '../../shell/empty.tsx'
import { fromNow } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import { StateBadge } from '../state-badge.tsx'
import { later, path, stateOf, states } from './model.ts'

const { outbound: w, deliveries, stats, ...webhooks } = words.webhooks

type Row = Outbound & { health: OutboundHealth | undefined }

const columns: readonly Column<Row>[] = [
  {
    label: webhooks.state,
    width: '8rem',
    show: (row) => <StateBadge state={stateOf(row, row.health)} labels={w.states} />,
  },
  { label: webhooks.name, width: 'minmax(0, 1fr)', show: ({ name }) => name },
  { label: w.url, width: 'minmax(0, 1fr)', isWide: true, show: ({ url }) => url },
  { label: w.successRate, width: '10rem', isWide: true, show: ({ health }) => rateOf(health) },
  { label: w.lastDelivery, width: '13rem', isWide: true, show: ({ health }) => lastOf(health) },
]

function rateOf(health: OutboundHealth | undefined): string {
  if (!health || health.success_rate === null) return stats.none
  const { delivered, failed, success_rate } = health
  return `${stats.percent(success_rate)} (${w.rateOf(delivered, delivered + failed)})`
}

function lastOf(health: OutboundHealth | undefined): string {
  const last = health?.last_delivery
  return last ? `${deliveries.statuses[last.status]} ${fromNow(last.at)}` : stats.none
}

/** Those in trouble first. */
export function OutboundList() {
  const list = useList(path, { sort: 'name', order: 'asc', limit: '200' }, () => later)
  const health = useQuery({
    queryKey: [`${path}/health`],
    queryFn: ({ signal }) => bodyOf(api.GET('/webhooks/outbound/health', { signal })),
    refetchInterval: later,
  })
  const known = new Map(health.data?.data.map((each) => [each.webhook_id, each]))
  const rows = list.rows
    .map((webhook): Row => ({ ...webhook, health: known.get(webhook.id) }))
    .toSorted((a, b) => rank(a) - rank(b))
  return (
    <Table
      list={{ ...list, error: list.error ?? health.error, rows }}
      columns={columns}
      href={({ id }) => `${path}/${id}`}
      count={w.count}
      empty={<Empty text={w.empty} />}
    />
  )
}

const rank = (row: Row) => states.indexOf(stateOf(row, row.health))
