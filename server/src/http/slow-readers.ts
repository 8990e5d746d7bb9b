import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { second } from '../kernel/durations.ts'

/** A client that reads a response more slowly than this on average is disconnected. */
const minBytesPerSecond = 16 * 2 ** 10

/**
 * Disconnects clients that do not read. A response that waits for its reader holds memory and a connection.
 * It may stall for a fixed time, plus the time that its length needs at the minimum rate.
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
    // An injected request has no connection.
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
      // A pipelined response has no socket of its own yet.
      const { socket } = response.req
      const waitsForReader = response.writableEnded || response.writableNeedDrain
      if (waitsForReader && deadline === undefined) {
        this.#deadlines.set(response, now + this.#allowance(response))
        socket.setTimeout(this.#patience) // Node closes the connection if nothing at all is read
      } else if (waitsForReader && deadline! < now) socket.destroy()
      else if (!waitsForReader && deadline !== undefined) {
        this.#deadlines.set(response, undefined)
        socket.setTimeout(0)
      }
    }
  }

  #allowance({ writableLength }: ServerResponse): number {
    return this.#patience + (writableLength / minBytesPerSecond) * second
  }
}
