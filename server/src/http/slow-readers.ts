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
  readonly #timeout: number
  /**
   * The responses of each connection, in the order in which they are sent. By connection, because a map that gains and
   * loses an entry with every request is rebuilt again and again, and what its old tables refer to survives young
   * collections: that cost up to an eighth of a request.
   */
  readonly #responses = new Map<Socket, ServerResponse[]>()
  readonly #deadlines = new Map<ServerResponse, number>()
  readonly #timer: NodeJS.Timeout

  constructor(timeout: number) {
    this.#timeout = timeout
    this.#timer = setInterval(() => this.#sweep(performance.now()), Math.min(second, timeout / 4)).unref()
  }

  watch(response: ServerResponse): void {
    const { socket } = response.req
    const responses = this.#responses.get(socket)
    if (responses) responses.push(response)
    // An injected request has no connection.
    else if (socket instanceof Socket && !socket.destroyed) {
      this.#responses.set(socket, [response])
      socket.once('close', () => this.#responses.delete(socket))
    }
  }

  forget(response: ServerResponse): void {
    const responses = this.#responses.get(response.req.socket)
    const place = responses?.indexOf(response) ?? -1
    if (place >= 0) responses!.splice(place, 1)
    if (this.#deadlines.size > 0) this.#deadlines.delete(response)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#responses.clear()
    this.#deadlines.clear()
  }

  #sweep(now: number): void {
    // A pipelined response waits for the one before it, not for its reader.
    for (const [socket, [response]] of this.#responses) {
      if (!response) continue
      const deadline = this.#deadlines.get(response)
      const waitsForReader = response.writableEnded || response.writableNeedDrain
      if (waitsForReader && deadline === undefined) {
        this.#deadlines.set(response, now + this.#allowance(response))
        socket.setTimeout(this.#timeout) // Node closes the connection if nothing at all is read
      } else if (waitsForReader && deadline! < now) socket.destroy()
      else if (!waitsForReader && deadline !== undefined) {
        this.#deadlines.delete(response)
        socket.setTimeout(0)
      }
    }
  }

  #allowance({ writableLength }: ServerResponse): number {
    return this.#timeout + (writableLength / minBytesPerSecond) * second
  }
}
