import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Items } from '../api/paths.ts'
import { useList, type List } from '../api/records.ts'
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
  const isLoaded = lists.every(({ total }) => total !== undefined)
  return {
    rows: lists.flatMap(({ rows }) => rows),
    skipped: lists.reduce((sum, { skipped }) => sum + skipped, 0),
    total: isLoaded ? lists.reduce((sum, { total }) => sum + total!, 0) : undefined,
    error: lists.find(({ error }) => error)?.error ?? null,
    isTotalBounded: false,
    isFetching: lists.some(({ isFetching }) => isFetching),
    retry: () => void lists.map((list) => list.retry()),
    more: () => void lists.map((list) => list.more()),
    back: () => void lists.map((list) => list.back()),
  }
}

const readOutboundHealth = (signal: AbortSignal) => bodyOf(api.GET('/webhooks/outbound/health', { signal }))
const readInboundHealth = (signal: AbortSignal) => bodyOf(api.GET('/webhooks/inbound/health', { signal }))

function useDirection<
  P extends '/webhooks/outbound' | '/webhooks/inbound',
  Health extends { webhook_id: string },
>(
  path: P,
  readHealth: (signal: AbortSignal) => Promise<{ data: Health[] }>,
  toItem: (webhook: Items[P], health: Health | undefined) => WebhookListItem,
): List<WebhookListItem> {
  const list = useList(path, { sort: 'name', order: 'asc', limit: '200' }, () => idlePollInterval)
  const health = useQuery({
    queryKey: [`${path}/health`],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: idlePollInterval,
  })
  const byId = new Map(health.data?.data.map((each) => [each.webhook_id, each]))
  return {
    ...list,
    error: list.error ?? health.error,
    rows: list.rows.map((webhook) => toItem(webhook, byId.get((webhook as Webhook).id))),
  }
}
