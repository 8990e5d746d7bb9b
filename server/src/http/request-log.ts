import type { Bindings, ChildLoggerOptions, Logger, LogFn } from 'pino'

type Arguments = Parameters<LogFn>
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

/** A child logger costs more than answering a small request, and most requests log nothing: made when first used. */
export class RequestLog {
  readonly #parent: Logger
  readonly #bindings: Bindings
  #made: Logger | undefined

  constructor(parent: Logger, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get level(): string {
    return this.#parent.level
  }

  fatal(...args: Arguments): void {
    this.#write('fatal', args)
  }
  error(...args: Arguments): void {
    this.#write('error', args)
  }
  warn(...args: Arguments): void {
    this.#write('warn', args)
  }
  info(...args: Arguments): void {
    this.#write('info', args)
  }
  debug(...args: Arguments): void {
    this.#write('debug', args)
  }
  trace(...args: Arguments): void {
    this.#write('trace', args)
  }
  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.#logger().child(bindings, options) as Logger
  }

  #logger(): Logger {
    return (this.#made ??= this.#parent.child(this.#bindings))
  }

  #write(level: Level, args: Arguments): void {
    if (this.#parent.isLevelEnabled(level)) this.#logger()[level](...args)
  }
}
