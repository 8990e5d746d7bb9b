import { createHmac } from 'node:crypto'
import type { Attempt } from '../../src/modules/webhooks/deliveries/model.ts'
import type { ReceivedRequest } from '../receiver.ts'
import { recordedEvents } from '../recorded-events.ts'
import type { Hook } from './hooks.ts'
import type { Sql } from './sql.ts'

interface Delivery {
  id: string
  webhook_id: string
  event_id: string
  subject_id: string
  status: string
  attempts: Attempt[]
}

/** Kinds of errors; each is a list of what was found. */
export const nothingWrong = {
  /** Events that were not dispatched, and deliveries that have not ended. */
  stuck: [],
  /** An event and a matching webhook without a delivery; with two; and a delivery to a webhook that does not match. */
  missing: [],
  doubled: [],
  unwanted: [],
  /** Not ended, or with a status that differs from its last attempt. */
  unsettled: [],
  /** Attempts that are not numbered 1, 2, ... up to 5, or that have a response but never arrived. */
  miscounted: [],
  /** Requests without a delivery. */
  stray: [],
  /** Requests whose body differs from their event, or with an invalid signature. */
  forged: [],
}
type Findings = Record<keyof typeof nothingWrong, string[]>

interface Figures {
  events: number
  deliveries: number
  failed: number
  requests: number
  /** Requests for an attempt that was already requested. */
  duplicates: number
}

/** Compares the events, the expected deliveries, the recorded attempts and the received requests. */
export async function reconcile(
  sql: Sql,
  hooks: Hook[],
  received: ReceivedRequest[],
): Promise<{ findings: Findings; figures: Figures }> {
  const events = await sql<RecordedEvent>(`select id, type, data, passed_on from ${recordedEvents}`)
  const deliveries = await sql<Delivery>(
    `select id, webhook_id, event_id, subject_id, status, attempts from deliveries where replay_of is null`,
  )
  const queued = await sql<{ delivery_id: string }>(`select delivery_id from delivery_queue`)
  const made = attemptsMade(received)
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  const findings: Findings = {
    stuck: [
      ...events.filter(({ passed_on }) => !passed_on).map(({ id }) => id),
      ...queued.map(({ delivery_id }) => delivery_id),
    ],
    ...compareFanOut(events, hooks, deliveries),
    unsettled: deliveries.filter((delivery) => !isSettled(delivery)).map(describe),
    miscounted: deliveries
      .filter((delivery) => !isCounted(delivery, made.get(delivery.id) ?? new Set()))
      .map(describe),
    stray: received.map(deliveryOf).filter((id) => !byId.has(id)),
    forged: received
      .filter((request) => byId.has(deliveryOf(request)))
      .filter((request) => !isGenuine(request, byId.get(deliveryOf(request))!, hooks))
      .map(deliveryOf),
  }
  const distinct = [...made.values()].reduce((sum, attempts) => sum + attempts.size, 0)
  const figures = {
    events: events.length,
    deliveries: deliveries.length,
    failed: deliveries.filter(({ status }) => status === 'failed').length,
    requests: received.length,
    duplicates: received.length - distinct,
  }
  return { findings, figures }
}

interface RecordedEvent {
  id: string
  type: string
  data: Record<string, unknown>
  passed_on: boolean
}

export const deliveryOf = ({ headers }: ReceivedRequest): string => String(headers['x-service-delivery'])
/** The name of the node. */
export const senderOf = ({ body }: ReceivedRequest): string =>
  (JSON.parse(body.toString()) as { service_instance: string }).service_instance
export const attemptOf = ({ headers }: ReceivedRequest): number => Number(headers['x-service-attempt'])
const describe = ({ id, status, attempts }: Delivery) => `${id} ${status} ${JSON.stringify(attempts)}`

function compareFanOut(events: RecordedEvent[], hooks: Hook[], deliveries: Delivery[]) {
  const made = new Map<string, number>()
  for (const { event_id, webhook_id } of deliveries) {
    const pair = `${event_id} ${webhook_id}`
    made.set(pair, (made.get(pair) ?? 0) + 1)
  }
  const due = new Set(
    events.flatMap(({ id, type, data }) =>
      hooks.filter(({ wants }) => wants(type, data)).map((hook) => `${id} ${hook.id}`),
    ),
  )
  return {
    missing: [...due].filter((pair) => !made.has(pair)),
    doubled: [...made].filter(([, times]) => times > 1).map(([pair]) => pair),
    unwanted: [...made.keys()].filter((pair) => !due.has(pair)),
  }
}

const isSuccess = ({ status, error }: Attempt) => error === null && status !== null && status < 300

function isSettled({ status, attempts }: Delivery): boolean {
  const successes = attempts.filter(isSuccess).length
  if (status === 'delivered') return successes === 1 && isSuccess(attempts.at(-1)!)
  return status === 'failed' && successes === 0 && attempts.length === 5
}

/** By delivery. */
function attemptsMade(received: ReceivedRequest[]): Map<string, Set<number>> {
  const made = new Map<string, Set<number>>()
  for (const request of received) {
    const id = deliveryOf(request)
    made.set(id, (made.get(id) ?? new Set()).add(attemptOf(request)))
  }
  return made
}

/** Each attempt is recorded once, in order. Attempts with a response have arrived, and arrived ones are recorded. */
const isCounted = ({ attempts }: Delivery, made: Set<number>): boolean =>
  attempts.length <= 5 &&
  attempts.every(({ attempt, status }, i) => attempt === i + 1 && (status === null || made.has(attempt))) &&
  [...made].every((attempt) => attempt <= attempts.length)

function isGenuine({ path, headers, body }: ReceivedRequest, delivery: Delivery, hooks: Hook[]): boolean {
  const hook = hooks.find((hook) => hook.path === path)
  if (hook?.id !== delivery.webhook_id || headers['webhook-id'] !== delivery.id) return false
  const { event, data } = JSON.parse(body.toString()) as { event: string; data: { id: string } }
  return (
    event === headers['x-service-event'] &&
    data.id === delivery.subject_id &&
    headers['x-service-event-id'] === delivery.event_id &&
    headers['x-service-signature'] ===
      `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`
  )
}
