import type { Gate } from '../../http/gate.ts'
import type { Deps, Module } from '../../module.ts'
import { mountCompat } from './compat/routes.ts'
import { startDeliveries } from './deliveries/deliver.ts'
import { outboundWebhooks } from './deliveries/describe.ts'
import { fanOut } from './deliveries/fan-out.ts'
import { alertWebhookOwner, forgetOldEvents } from './deliveries/jobs.ts'
import { mountDeliveries } from './deliveries/routes.ts'
import type { Egress } from './egress/open.ts'
import { openInboundCache } from './inbound/cache.ts'
import { mountCalls } from './inbound/call-routes.ts'
import { openCallLog } from './inbound/calls.ts'
import { alertRejectedCalls, forgetEndedAlerts, tidyInbound } from './inbound/jobs.ts'
import { mountInbound } from './inbound/routes.ts'
import { confirmSubscriptions } from './inbound/subscription.ts'
import { IncidentEventFields } from './mapping/event-data.ts'
import { mountOutbound } from './outbound/routes.ts'

interface WebhookDeps extends Deps {
  egress: Egress
  gate: Gate
}

export function open({ makeCtx, keys, peers, egress, gate }: WebhookDeps): Module {
  const sender = { keys, egress }
  const inbound = { cache: openInboundCache(peers), calls: openCallLog(makeCtx) }
  return {
    descriptions: { webhooks: outboundWebhooks, schemas: { IncidentEventFields } },
    routes: ({ api, http }) => {
      mountOutbound(api, sender)
      mountDeliveries(api, sender)
      mountInbound(api, keys, inbound.calls)
      mountCalls(api, keys, gate, inbound)
      mountCompat(http, { makeCtx, keys, gate, ...inbound })
    },
    subscribers: [fanOut()],
    jobs: [
      alertWebhookOwner,
      alertRejectedCalls,
      forgetOldEvents,
      confirmSubscriptions(egress),
      tidyInbound,
      forgetEndedAlerts,
    ],
    loops: () => [
      inbound.calls,
      { queue: 'inbound', catchUp: inbound.cache.clear, stop: async () => undefined },
    ],
    machineLoops: () => [startDeliveries(makeCtx, sender)],
    close: egress.close,
  }
}
