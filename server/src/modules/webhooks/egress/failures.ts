import { errors } from 'undici'

/** Why a request led to no answer, in one of a few words that tell nothing of the network behind them. */
export class Failure extends Error {
  readonly reason: string

  constructor(reason: string, message = reason, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** An address that we do not send to; the message completes a sentence that begins with the field's name. */
export class Refused extends Failure {
  readonly code: string

  constructor(code: string, message: string) {
    super('address_refused', message)
    this.code = code
  }
}

const protocolErrors = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseContentLengthMismatchError,
]

export function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.reason
  if (protocolErrors.some((kind) => error instanceof kind)) return 'protocol_error'
  return error instanceof errors.InvalidArgumentError ? 'invalid_request' : 'connection_failed'
}

/** A certificate that is wrong is worth telling; a connection that breaks off says nothing of TLS. */
export function tlsFailure(error: unknown): Failure {
  const { code = 'UNKNOWN', errno } = error as NodeJS.ErrnoException
  const isBroken = errno !== undefined || code === 'ECONNRESET' || code === 'ABORT_ERR'
  return isBroken
    ? new Failure('connection_failed', undefined, error)
    : new Failure(`tls_error: ${code}`, undefined, error)
}
