import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { second } from '../kernel/durations.ts'

/** A client that takes the whole of an answer more slowly than this is disconnected. */
const leastBytesPerSecond = 16 * 2 ** 10

/**
 * Disconnects clients that do not read. An answer that only waits for its reader holds memory and a connection. It may
 * stand still for a fixed time, and take in all as much longer as its length needs at the lowest speed.
 */
export class SlowReaders {
  readonly #patience: number
  readonly #deadlines = new Map<ServerResponse, number | undefined>()
  readonly #timer: NodeJS.Timeout

  constructor(patience: number) {
    this.#patience = patience
    this.#timer = setInterval(() => this.#sweep(performance.now()), Math.min(second, patience / 4)).unref()
  }

  watch(response: ServerResponse): void {
    // A request that was injected into the server has no connection.
    if (response.req.socket instanceof Socket) this.#deadlines.set(response, undefined)
  }

  forget(response: ServerResponse): void {
    this.#deadlines.delete(response)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#deadlines.clear()
  }

  #sweep(now: number): void {
    for (const [response, deadline] of this.#deadlines) {
      // An answer behind another one on the same connection has no socket of its own yet.
      const { socket } = response.req
      const waitsForReader = response.writableEnded || response.writableNeedDrain
      if (waitsForReader && deadline === undefined) {
        this.#deadlines.set(response, now + this.#allowance(response))
        socket.setTimeout(this.#patience) // Node ends the connection when nothing at all is taken
      } else if (waitsForReader && deadline! < now) socket.destroy()
      else if (!waitsForReader && deadline !== undefined) {
        this.#deadlines.set(response, undefined)
        socket.setTimeout(0)
      }
    }
  }

  #allowance({ writableLength }: ServerResponse): number {
    return this.#patience + (writableLength / leastBytesPerSecond) * second
  }
}
