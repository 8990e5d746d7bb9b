import { errors } from 'undici'

/** Why there was no response: a code that reveals nothing about the network. */
export class SendError extends Error {
  readonly reason: string

  constructor(reason: string, message = reason, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** An address that the service does not send to; the message follows the name of the field. */
export class RefusedAddressError extends SendError {
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
  if (error instanceof SendError) return error.reason
  if (protocolErrors.some((kind) => error instanceof kind)) return 'protocol_error'
  return error instanceof errors.InvalidArgumentError ? 'invalid_request' : 'connection_failed'
}

/** An invalid certificate is reported as such; a lost connection is not a TLS error. */
export function tlsFailure(error: unknown): SendError {
  const { code = 'UNKNOWN', errno } = error as NodeJS.ErrnoException
  const isBroken = errno !== undefined || code === 'ECONNRESET' || code === 'ABORT_ERR'
  return isBroken
    ? new SendError('connection_failed', undefined, error)
    : new SendError(`tls_error: ${code}`, undefined, error)
}
