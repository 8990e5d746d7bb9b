import { SegmentedControl, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { choicesFrom } from '../records/choices-from.ts'
import type { Column } from '../records/table-row.tsx'
import { Table } from '../records/table.tsx'
import { allowed } from '../shell/allowed.tsx'
import { Empty } from '../shell/empty.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useShow } from '../shell/use-show.ts'
import { webhooks as w } from '../words/webhooks.ts'
import { records } from '../words/records.ts'
import { directions, type Direction } from './choices.ts'
import { webhookStates } from '../records/webhook-state.ts'
import { pathOf, type WebhookListItem } from './model.ts'
import { StateBadge } from '../records/state-badge.tsx'
import { useWebhooks } from './use-webhooks.ts'

const route = getRouteApi('/webhooks')

const columns: readonly Column<WebhookListItem>[] = [
  {
    label: w.state,
    width: '8rem',
    isOnSmallScreens: true,
    show: ({ state }) => <StateBadge state={state} labels={w.states} />,
  },
  { label: w.name, width: 'minmax(0, 1fr)', isOnSmallScreens: true, show: ({ name }) => name },
  {
    label: w.direction,
    width: '7rem',
    show: ({ direction }) => w.directions[direction],
  },
  { label: w.endpoint, width: 'minmax(0, 1fr)', show: ({ endpoint }) => endpoint },
  { label: w.results, width: '11rem', show: ({ results }) => results },
  { label: w.lastActivity, width: '13rem', show: ({ last }) => last },
]

export const WebhooksPage = allowed('managers', Webhooks)

/** Failing ones first. */
function Webhooks() {
  const direction = route.useSearch().direction as Direction | undefined
  const show = useShow()
  const list = useWebhooks(direction ? [direction] : directions)
  const rows = list.rows.toSorted((a, b) => webhookStates.indexOf(a.state) - webhookStates.indexOf(b.state))
  return (
    <Stack gap="sm">
      <PageHead title={w.title} detail={w.about}>
        {directions.map((each) => (
          <ButtonLink key={each} size="xs" to="/webhooks/$direction/new" params={{ direction: each }}>
            {w[each].create}
          </ButtonLink>
        ))}
      </PageHead>
      <SegmentedControl
        aria-label={w.direction}
        data={choicesFrom({ all: records.all, ...w.directions })}
        value={direction ?? 'all'}
        onChange={(next) => show({ direction: next === 'all' ? undefined : next })}
        maw="20rem"
      />
      <Table
        list={{ ...list, rows }}
        columns={columns}
        href={({ id, direction }) => `${pathOf(direction)}/${id}`}
        count={w.count}
        scrollKey={`/webhooks ${direction}`}
        summary={({ direction, results, endpoint }) =>
          [w.directions[direction], results === w.stats.none ? endpoint : results].join(' · ')
        }
        empty={
          <Empty text={direction ? w[direction].empty : w.empty}>
            <ButtonLink
              to="/webhooks/$direction/new"
              params={{ direction: direction ?? 'inbound' }}
              size="xs"
            >
              {w[direction ?? 'inbound'].first}
            </ButtonLink>
          </Empty>
        }
      />
    </Stack>
  )
}
