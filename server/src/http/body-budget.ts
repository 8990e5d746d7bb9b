import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../kernel/errors.ts'

/** Bytes of bodies that one process receives and works on at a time; parsed, each takes several times its size. */
const budget = 256 * 2 ** 20

/** Rejects bodies before they are received when the process holds too many, so that large ones cannot exhaust its memory. */
export class BodyBudget {
  #reserved = 0

  /** Until the response is sent, or the connection is closed. */
  reserve(request: FastifyRequest, { raw }: FastifyReply): void {
    const size = sizeOf(request)
    if (size === 0) return
    if (this.#reserved + size > budget)
      throw unavailable('overloaded', 'The service is receiving too many large bodies; try again shortly')
    this.#reserved += size
    raw.once('close', () => (this.#reserved -= size))
  }
}

/** A larger body than the limit is refused anyway. One without a length may become as large. */
function sizeOf(request: FastifyRequest): number {
  const { headers } = request
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0
  const { bodyLimit } = request.routeOptions // Fastify creates it each time, so a read does without it
  return Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit)
}
