import { useQuery } from '@tanstack/react-query'
import { read } from '../api/client.ts'
import { useList, type List } from '../api/records.ts'
import { toInboundItem } from './inbound/list-item.ts'
import type { Inbound, InboundHealth } from './inbound/model.ts'
import { pathOf, type Direction, type Webhook, type WebhookListItem } from './model.ts'
import { toOutboundItem } from './outbound/list-item.ts'
import { later, type Outbound, type OutboundHealth } from './outbound/model.ts'

/** The webhooks of these directions in one list, with their health. */
export function useWebhooks(directions: readonly Direction[]): List<WebhookListItem> {
  const both = {
    outbound: useDirection<Outbound, OutboundHealth>('outbound', toOutboundItem),
    inbound: useDirection<Inbound, InboundHealth>('inbound', toInboundItem),
  }
  const lists = directions.map((direction) => both[direction])
  const isLoaded = lists.every(({ total }) => total !== undefined)
  return {
    rows: lists.flatMap(({ rows }) => rows),
    skipped: lists.reduce((sum, { skipped }) => sum + skipped, 0),
    total: isLoaded ? lists.reduce((sum, { total }) => sum + total!, 0) : undefined,
    error: lists.find(({ error }) => error)?.error ?? null,
    isFetching: lists.some(({ isFetching }) => isFetching),
    retry: () => void lists.map((list) => list.retry()),
    more: () => void lists.map((list) => list.more()),
    back: () => void lists.map((list) => list.back()),
  }
}

function useDirection<Item extends Webhook, Health extends { webhook_id: string }>(
  direction: Direction,
  toItem: (webhook: Item, health: Health | undefined) => WebhookListItem,
): List<WebhookListItem> {
  const path = pathOf(direction)
  const list = useList<Item>(path, { sort: 'name', order: 'asc', limit: '200' }, () => later)
  const health = useQuery({
    queryKey: [`${path}/health`],
    queryFn: ({ signal }) => read<{ data: Health[] }>(`${path}/health`, signal),
    refetchInterval: later,
  })
  const byId = new Map(health.data?.data.map((each) => [each.webhook_id, each]))
  return {
    ...list,
    error: list.error ?? health.error,
    rows: list.rows.map((webhook) => toItem(webhook, byId.get(webhook.id))),
  }
}
