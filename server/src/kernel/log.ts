import type { Logger } from 'pino'

/** What code that serves requests and runs jobs may do with a log. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Adds the request ID to every line. The child logger is made when it is used: most requests log nothing. */
export class RequestLog implements Log {
  readonly root: Logger
  readonly #request_id: string

  constructor(log: Logger, request_id: string) {
    this.root = log
    this.#request_id = request_id
  }

  get debug() {
    return this.#bound('debug')
  }

  get info() {
    return this.#bound('info')
  }

  get warn() {
    return this.#bound('warn')
  }

  get error() {
    return this.#bound('error')
  }

  #bound(level: keyof Log): Log[keyof Log] {
    const child = this.root.child({ request_id: this.#request_id })
    return child[level].bind(child)
  }
}
