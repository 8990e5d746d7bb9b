import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { sha256 } from '../kernel/crypto.ts'
import { verifyAgain, type Verify } from './gate.ts'

/** The input of a handler; paths are computed on demand. */
export class Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly #request: FastifyRequest
  readonly #verify: Verify
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly headers: FastifyRequest['headers']

  constructor(request: FastifyRequest, verify: Verify) {
    this.#request = request
    this.#verify = verify
    this.params = request.params as Static<P>
    this.query = request.query as Static<Q>
    this.body = request.body as Static<B>
    this.headers = request.headers
  }

  /** For a response that takes long: throws when the token has been revoked or, unless it may have, has expired. */
  async checkToken(mayHaveExpired?: boolean): Promise<void> {
    await verifyAgain(this.#verify, this.#request, mayHaveExpired)
  }

  get request_id(): string {
    return this.#request.id
  }

  /** Without its query, as the caller spelled it. */
  get path(): string {
    return withoutQuery(this.#request.originalUrl)
  }

  /** The path after normalisation. */
  get route(): string {
    return withoutQuery(this.#request.url)
  }
}

export const fingerprintOf = ({ method, url, body }: FastifyRequest) =>
  `${method} ${url}\n${Buffer.isBuffer(body) ? sha256(body) : JSON.stringify(body)}`

export const withoutQuery = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
