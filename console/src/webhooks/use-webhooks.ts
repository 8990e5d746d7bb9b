import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Items } from '../api/paths.ts'
import { readAll } from '../api/pages.ts'
import { useRead, type List } from '../api/records.ts'
import type { InboundHealth } from '../api/schema.d.ts'
import { toInboundItem } from './inbound/list-item.ts'
import { usePresets } from './inbound/presets.ts'
import type { Direction } from './choices.ts'
import type { Webhook, WebhookListItem } from './model.ts'
import { toOutboundItem } from './outbound/list-item.ts'
import { idlePollInterval } from './outbound/model.ts'

/** The webhooks of these directions in one list, with their health. */
export function useWebhooks(directions: readonly Direction[]): List<WebhookListItem> {
  const { data: presets = [] } = usePresets()
  const both = {
    outbound: useDirection(
      '/webhooks/outbound',
      useRead('/webhooks/outbound/health', polled),
      toOutboundItem,
    ),
    inbound: useDirection(
      '/webhooks/inbound',
      useRead('/webhooks/inbound/health', polled),
      (webhook, health: InboundHealth | undefined) => toInboundItem(webhook, health, presets),
    ),
  }
  const lists = directions.map((direction) => both[direction])
  const rows = lists.flatMap(({ rows = [] }) => rows)
  return {
    ...onePage,
    rows,
    total: lists.every(({ rows }) => rows) ? rows.length : undefined,
    error: lists.find(({ error }) => error)?.error ?? null,
    isFetching: lists.some(({ isFetching }) => isFetching),
    retry: () => void lists.map((list) => list.retry()),
  }
}

const nothing = () => undefined
const onePage = { skipped: 0, isTotalBounded: false, hasMore: false, more: nothing, back: nothing }

const polled = { refetchInterval: idlePollInterval }

/** All of them are read, because failing ones come first. */
function useDirection<
  P extends '/webhooks/outbound' | '/webhooks/inbound',
  Health extends { webhook_id: string },
>(
  path: P,
  health: UseQueryResult<{ data: Health[] }>,
  toItem: (webhook: Items[P], health: Health | undefined) => WebhookListItem,
) {
  const list = useQuery({
    queryKey: [path, 'list', 'all'],
    queryFn: ({ signal }) => readAll(path, { sort: 'name', order: 'asc' }, signal),
    ...polled,
  })
  const byId = new Map(health.data?.data.map((each) => [each.webhook_id, each]))
  return {
    error: list.error ?? health.error,
    isFetching: list.isFetching,
    retry: () => void Promise.all([list.refetch(), health.refetch()]),
    rows: list.data?.map((webhook) => toItem(webhook, byId.get((webhook as Webhook).id))),
  }
}
