import { Readable } from 'node:stream'
import type { Ctx } from '../../db/ctx.ts'
import { retryOnOutage, type Worker } from '../../jobs/lease-loop.ts'
import { makeWakeUpTimer, type WakeUpTimer } from '../../jobs/wake-up-timer.ts'
import { second } from '../../kernel/durations.ts'
import { rateLimited, unavailable } from '../../kernel/errors.ts'
import { eventsAfter } from './store.ts'

/** Events of other nodes are found by polling. */
const pollInterval = second
/** Interval of heartbeats on an idle stream, and of checks of its token. */
const heartbeatInterval = 5 * second
const mostStreams = 500
const mostPerActor = 20

interface Wanted {
  /** The number of the last event that the client has. */
  after: number
  types: string[]
  isAllowed: () => Promise<boolean>
}

export interface Streams extends Worker {
  open: (ctx: Ctx, wanted: Wanted) => Readable
}

/**
 * Server-Sent Events: each stream reads the log from the position of its client, so no event is missed or
 * repeated.
 */
export function makeStreams(): Streams {
  const open = new Map<Readable, { actor_id: string; timer: WakeUpTimer }>()
  let stopped = false
  return {
    open: (ctx, wanted) => {
      if (stopped) throw unavailable('stopping', 'The service is stopping')
      checkRoom(ctx, [...open.values()])
      const timer = makeWakeUpTimer()
      const lines = linesOf(ctx, wanted, timer, () => stream.destroyed)
      const stream: Readable = Readable.from(lines, { objectMode: false })
      open.set(stream, { actor_id: ctx.actor.id, timer })
      stream.on('close', () => open.delete(stream))
      return stream
    },
    wake: () => open.forEach(({ timer }) => timer.wake()),
    stop: async () => {
      stopped = true
      open.forEach(({ timer }, stream) => {
        stream.destroy()
        timer.wake()
      })
    },
  }
}

function checkRoom(ctx: Ctx, open: { actor_id: string }[]): void {
  if (open.filter(({ actor_id }) => actor_id === ctx.actor.id).length >= mostPerActor)
    throw rateLimited(5, `you have ${mostPerActor} open streams`)
  if (open.length >= mostStreams)
    throw unavailable('overloaded', 'This node has as many open streams as it can serve')
}

async function* linesOf(
  ctx: Ctx,
  { after, types, isAllowed }: Wanted,
  timer: WakeUpTimer,
  isOver: () => boolean,
): AsyncGenerator<string> {
  let position = after
  let aliveAt = performance.now()
  yield `retry: 2000\nid: ${position}\n\n` // so that a client without events knows its position too
  while (!isOver()) {
    timer.reset()
    const lines = (await retryOnOutage(ctx, () => eventsAfter(ctx.db, position))) ?? []
    for (const { seq, type, json } of lines) {
      if (json !== null && types.includes(type)) yield `id: ${seq}\nevent: ${type}\ndata: ${json}\n\n`
      position = seq
    }
    if (performance.now() - aliveAt > heartbeatInterval) {
      if (!(await isAllowed())) return
      aliveAt = performance.now()
      yield `: alive\nid: ${position}\n\n`
    }
    if (lines.length === 0) await timer.wait(pollInterval)
  }
}
