import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { useList } from '../../api/records.ts'
import type { InboundHealth, InboundWebhook as Inbound } from '../../api/schema.d.ts'
import { Table, type Column } from '../../records/table.tsx'
import { Empty } from '../../shell/empty.tsx'
import { fromNow } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import { StateBadge } from '../state-badge.tsx'
import { path, stateOf, states } from './model.ts'

const { inbound: w, calls, stats, ...webhooks } = words.webhooks

type Row = Inbound & { health: InboundHealth | undefined }

const columns: readonly Column<Row>[] = [
  {
    label: webhooks.state,
    width: '8rem',
    show: (row) => <StateBadge state={stateOf(row, row.health)} labels={w.states} />,
  },
  { label: webhooks.name, width: 'minmax(0, 1fr)', show: ({ name }) => name },
  { label: w.preset, width: '9rem', isWide: true, show: ({ preset }) => preset ?? stats.none },
  { label: w.calls, width: '11rem', isWide: true, show: ({ health }) => callsOf(health) },
  { label: w.lastCall, width: '13rem', isWide: true, show: ({ health }) => lastOf(health) },
]

const callsOf = (health: InboundHealth | undefined) =>
  health && health.calls > 0 ? w.rejectedOf(health.rejected, health.calls) : stats.none

const lastOf = (health: InboundHealth | undefined) =>
  health?.last_call
    ? `${calls.outcomes[health.last_call.status]} ${fromNow(health.last_call.at)}`
    : stats.none

/** Those in trouble first. */
export function InboundList() {
  const list = useList(path, { sort: 'name', order: 'asc', limit: '200' }, () => 15_000)
  const health = useQuery({
    queryKey: [`${path}/health`],
    queryFn: ({ signal }) => bodyOf(api.GET('/webhooks/inbound/health', { signal })),
    refetchInterval: 15_000,
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
