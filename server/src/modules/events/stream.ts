import { Readable } from 'node:stream'
import type { Ctx } from '../../db/ctx.ts'
import { machineCounts, type MachineCounts } from '../../http/machine-counts.ts'
import { retryOnOutage, type BackgroundLoop } from '../../jobs/background-loop.ts'
import { makeWakeUpTimer, type WakeUpTimer } from '../../jobs/wake-up-timer.ts'
import { second } from '../../kernel/durations.ts'
import { rateLimited, unavailable } from '../../kernel/errors.ts'
import { eventsAfter } from './store.ts'

/** Events of other nodes are found by polling. */
const pollInterval = second
const heartbeatInterval = 5 * second
const maxStreams = 500
const maxPerActor = 20

interface Subscription {
  /** The number of the last event that the client has. */
  after: number
  types: string[]
  /** Whether the token is still valid; asked before every batch of events, so it must be cheap. */
  isAllowed: () => Promise<boolean>
}

export interface Streams extends BackgroundLoop {
  open: (ctx: Ctx, subscription: Subscription) => Readable
}

/** Server-sent events: each stream reads the log from the position of its client, so each event arrives once. */
export function makeStreams(byActor: MachineCounts = machineCounts('streams', undefined)): Streams {
  const open = new Map<Readable, WakeUpTimer>()
  let stopped = false
  return {
    open: (ctx, subscription) => {
      if (stopped) throw unavailable('stopping', 'The service is stopping')
      checkRoom(byActor.total(ctx.actor.id), open.size)
      const timer = makeWakeUpTimer()
      const lines = linesOf(ctx, subscription, timer, () => stream.destroyed)
      const stream: Readable = Readable.from(lines, { objectMode: false })
      open.set(stream, timer)
      byActor.add(ctx.actor.id, 1)
      stream.once('close', () => {
        open.delete(stream)
        byActor.add(ctx.actor.id, -1)
      })
      return stream
    },
    queue: 'streams',
    wake: () => open.forEach((timer) => timer.wake()),
    stop: async () => {
      stopped = true
      open.forEach((timer, stream) => {
        stream.destroy()
        timer.wake()
      })
    },
  }
}

function checkRoom(ofActor: number, here: number): void {
  if (ofActor >= maxPerActor) throw rateLimited(5, `you have ${maxPerActor} open streams`)
  if (here >= maxStreams)
    throw unavailable('overloaded', 'This node has as many open streams as it can serve')
}

async function* linesOf(
  ctx: Ctx,
  { after, types, isAllowed }: Subscription,
  timer: WakeUpTimer,
  isOver: () => boolean,
): AsyncGenerator<string> {
  let position = after
  let aliveAt = performance.now()
  yield `retry: 2000\nid: ${position}\n\n` // so that a client without events knows its position too
  while (!isOver()) {
    timer.reset()
    const lines = (await retryOnOutage(ctx, () => eventsAfter(ctx.db, position))) ?? []
    if (!(await isAllowed())) return
    for (const { seq, type, json } of lines) {
      if (json !== null && types.includes(type)) yield `id: ${seq}\nevent: ${type}\ndata: ${json}\n\n`
      position = seq
    }
    if (performance.now() - aliveAt > heartbeatInterval) {
      aliveAt = performance.now()
      yield `: alive\nid: ${position}\n\n`
    }
    if (lines.length === 0) await timer.wait(pollInterval)
  }
}
