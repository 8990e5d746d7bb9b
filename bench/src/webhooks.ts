import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { drive, median } from './drive.ts'
import { at, type Figure } from './report.ts'
import { startReceiver, type Receiver } from './receiving.ts'
import { incident } from './rows.ts'
import { startService, type Service } from './service.ts'

const writers = 32

/** Outbound and inbound webhooks, each relative to a baseline on the same machine. */
export async function measureWebhooks(rounds: number, seconds: number): Promise<Figure[]> {
  const receiver = await startReceiver()
  const service = await startService(receiver.env)
  const figures = [
    await compareDraining(service, receiver, 2000, rounds),
    await compareDeliveries(service, receiver, { webhooks: 10, incidents: 300 }, rounds),
    await measureDelay(service, receiver, 100, Math.max(5, seconds)),
    await compareFanOut(service, receiver, rounds),
    await compareInbound(service, rounds, seconds),
  ]
  await service.stop()
  await receiver.stop()
  return figures
}

/** Creates webhooks, runs the work, and deletes them. */
async function withWebhooks<T>(
  service: Service,
  receiver: Receiver,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const body = { name: `Bench ${i}`, url: `${receiver.url}/${i}`, events: ['incident.created'] }
    ids.push((await create(service, '/webhooks/outbound', body)).id)
  }
  try {
    return await work()
  } finally {
    for (const id of ids) await service.call('DELETE', `/webhooks/outbound/${id}`)
  }
}

const create = (service: Service, path: string, body: unknown) =>
  service.post(path, body) as Promise<{ id: string }>

async function runConcurrently(
  times: number,
  width: number,
  work: (i: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < times) await work(next++)
    }),
  )
}

/** From the first create to the last arrival, per second. */
async function deliver(service: Service, receiver: Receiver, webhooks: number, incidents: number) {
  await receiver.reset()
  const started = performance.now()
  await runConcurrently(incidents, writers, () => create(service, '/incidents', incident))
  await receiver.waitFor(incidents * webhooks)
  return (incidents * webhooks) / ((performance.now() - started) / 1000)
}

/** The same bodies to the same receiver, by undici and nothing else. */
async function sendBare(receiver: Receiver, total: number): Promise<number> {
  const { origin, pathname } = new URL(receiver.url)
  const pool = new Pool(origin, { connections: writers, connect: { ca: readFileSync(receiver.ca_file) } })
  const body = JSON.stringify({
    event: 'incident.created',
    timestamp: new Date().toISOString(),
    service_instance: 'mainstay',
    data: { ...incident, id: 'INC0000001', url: 'http://localhost:8080/incidents/INC0000001' },
  })
  const headers = { 'content-type': 'application/json', 'x-service-signature': `sha256=${'0'.repeat(64)}` }
  await receiver.reset()
  const started = performance.now()
  await runConcurrently(total, writers, async () => {
    const answer = await pool.request({ method: 'POST', path: pathname, body, headers })
    await answer.body.dump()
  })
  await receiver.waitFor(total)
  const perSecond = total / ((performance.now() - started) / 1000)
  await pool.close()
  return perSecond
}

async function compareDeliveries(
  service: Service,
  receiver: Receiver,
  { webhooks, incidents }: { webhooks: number; incidents: number },
  rounds: number,
): Promise<Figure> {
  const [ours, bare]: [number[], number[]] = [[], []]
  await withWebhooks(service, receiver, webhooks, async () => {
    await deliver(service, receiver, webhooks, incidents / 5) // warm-up
    for (let round = 0; round < rounds; round++) {
      ours.push(await deliver(service, receiver, webhooks, incidents))
      bare.push(await sendBare(receiver, incidents * webhooks))
    }
  })
  const ratio = median(ours.map((value, i) => value / bare[i]!))
  return {
    row: `create to arrival, ${webhooks} webhook${webhooks > 1 ? 's' : ''}: deliveries/s against bare undici`,
    figure: `${ratio.toFixed(2)} (${Math.round(median(ours))} / ${Math.round(median(bare))})`,
    bound: 'at least 0.25',
  }
}

/** A backlog after an outage of the receiver: from its recovery to the last arrival. */
async function compareDraining(service: Service, receiver: Receiver, events: number, rounds: number) {
  const [ours, bare]: [number[], number[]] = [[], []]
  await withWebhooks(service, receiver, 1, async () => {
    for (let round = 0; round <= rounds; round++) {
      await receiver.reset()
      receiver.freeze()
      await runConcurrently(events, writers, () => create(service, '/incidents', incident))
      receiver.resume()
      const started = performance.now()
      await receiver.waitFor(events)
      ours.push(events / ((performance.now() - started) / 1000))
      bare.push(await sendBare(receiver, events))
    }
  })
  const counted = ours.slice(1).map((value, i) => value / bare[i + 1]!) // the first round warms up
  return {
    row: `a backlog of ${events} events at one webhook: deliveries/s against bare undici`,
    figure: `${median(counted).toFixed(2)} (${Math.round(median(ours.slice(1)))} / ${Math.round(median(bare.slice(1)))})`,
    bound: 'at least 0.25',
  }
}

/** At a constant rate, so that nothing queues. */
async function measureDelay(service: Service, receiver: Receiver, perSecond: number, seconds: number) {
  const delays = await withWebhooks(service, receiver, 1, async () => {
    await receiver.reset()
    const total = perSecond * seconds
    const started = performance.now()
    const creates: Promise<unknown>[] = []
    for (let i = 0; i < total; i++) {
      await sleep(Math.max(0, started + (i * 1000) / perSecond - performance.now()))
      creates.push(create(service, '/incidents', incident))
    }
    await Promise.all(creates)
    await receiver.waitFor(total)
    return (await receiver.delays()).toSorted((a, b) => a - b)
  })
  return {
    row: `event to first byte at the receiver, ${perSecond} events/s: p95`,
    figure: `${at(delays, 0.95)} ms (p50 ${at(delays, 0.5)}, p99 ${at(delays, 0.99)})`,
    bound: 'under 250 ms',
  }
}

/** The same events to ten times as many webhooks: linear when a delivery costs the same. */
async function compareFanOut(service: Service, receiver: Receiver, rounds: number): Promise<Figure> {
  const events = 3
  const speed = async (webhooks: number, times: number) =>
    withWebhooks(service, receiver, webhooks, async () => {
      for (let i = 0; i < 2; i++) await deliver(service, receiver, webhooks, events) // opens the connections
      const figures: number[] = []
      for (let round = 0; round < times; round++)
        figures.push(await deliver(service, receiver, webhooks, events))
      return median(figures)
    })
  const hundred = await speed(100, rounds * 3)
  const thousand = await speed(1000, rounds)
  return {
    row: `${events} events to 1,000 webhooks against 100: deliveries/s`,
    figure: `${(thousand / hundred).toFixed(2)} (${Math.round(thousand)} / ${Math.round(hundred)})`,
    bound: 'at least 0.80',
  }
}

async function compareInbound(service: Service, rounds: number, seconds: number): Promise<Figure> {
  const { id } = await create(service, '/webhooks/inbound', {
    name: 'Bench',
    field_mapping: Object.fromEntries(Object.keys(incident).map((name) => [name, `{{ alert.${name} }}`])),
  })
  const target = (path: string, body: unknown) => ({
    url: `${service.url}/prod/api/v1${path}`,
    method: 'POST' as const,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const inbound = target(`/webhooks/inbound/${id}`, { alert: incident })
  const direct = target('/incidents', incident)
  for (const one of [inbound, direct]) await drive(one, 1, writers) // warm-up
  const ratios: number[] = []
  const figures: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const [i, one] of [inbound, direct].entries())
      figures[i]!.push((await drive(one, seconds, writers)).perSecond)
    ratios.push(figures[0].at(-1)! / figures[1].at(-1)!)
  }
  return {
    row: 'inbound creates/s against API creates',
    figure: `${median(ratios).toFixed(2)} (${Math.round(median(figures[0]))} / ${Math.round(median(figures[1]))})`,
    bound: 'at least 0.80',
  }
}
