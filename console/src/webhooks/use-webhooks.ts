import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Items } from '../api/paths.ts'
import { readAll } from '../api/pages.ts'
import type { List } from '../api/records.ts'
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
    outbound: useDirection('/webhooks/outbound', readOutboundHealth, toOutboundItem),
    inbound: useDirection('/webhooks/inbound', readInboundHealth, (webhook, health) =>
      toInboundItem(webhook, health, presets),
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

const readOutboundHealth = (signal: AbortSignal) => bodyOf(api.GET('/webhooks/outbound/health', { signal }))
const readInboundHealth = (signal: AbortSignal) => bodyOf(api.GET('/webhooks/inbound/health', { signal }))

/** All of them are read, because failing ones come first. */
function useDirection<
  P extends '/webhooks/outbound' | '/webhooks/inbound',
  Health extends { webhook_id: string },
>(
  path: P,
  readHealth: (signal: AbortSignal) => Promise<{ data: Health[] }>,
  toItem: (webhook: Items[P], health: Health | undefined) => WebhookListItem,
) {
  const list = useQuery({
    queryKey: [path, 'list', 'all'],
    queryFn: ({ signal }) => readAll(path, { sort: 'name', order: 'asc' }, signal),
    refetchInterval: idlePollInterval,
  })
  const health = useQuery({
    queryKey: [`${path}/health`],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: idlePollInterval,
  })
  const byId = new Map(health.data?.data.map((each) => [each.webhook_id, each]))
  return {
    error: list.error ?? health.error,
    isFetching: list.isFetching,
    retry: () => void Promise.all([list.refetch(), health.refetch()]),
    rows: list.data?.map((webhook) => toItem(webhook, byId.get((webhook as Webhook).id))),
  }
}
