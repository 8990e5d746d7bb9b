import type { Static } from 'typebox'
import type { FieldErrors } from './schema.ts'

export type FieldError = Static<typeof FieldErrors>[number]

interface ProblemOptions {
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  errors?: FieldError[]
  cause?: unknown
}

/** An error of the caller, or a temporary refusal. Everything else is a bug and a 500. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly errors: FieldError[] | undefined

  constructor(status: number, code: string, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
    this.errors = options.errors
  }
}

export const malformed = (message: string, errors?: FieldError[]) =>
  new Problem(400, 'malformed_json', message, errors && { errors })

export const invalid = (errors: FieldError[]) =>
  new Problem(400, 'validation_error', errors.map((error) => error.message).join('; '), { errors })

export const fieldError = (field: string, code: string, message: string): FieldError => ({
  field,
  pointer: `/${field.replaceAll('.', '/')}`,
  code,
  message,
})

/** One field of the body, or one query parameter, that is invalid. */
export const invalidField = (field: string, code: string, message: string) =>
  invalid([fieldError(field, code, message)])

export const invalidCursor = (message: string) =>
  new Problem(400, 'invalid_cursor', message, {
    errors: [fieldError('cursor', 'invalid_cursor', message)],
  })

export const unauthenticated = (message: string) =>
  new Problem(401, 'unauthenticated', message, {
    headers: { 'www-authenticate': `Bearer realm="mainstay", error="invalid_token"` },
  })

/** Without a token, no token is invalid: RFC 6750 leaves the error out. */
export const credentialsRequired = (message: string) =>
  new Problem(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer realm="mainstay"' } })

/** RFC 9470: the token is valid, but the sign-in is too old for this operation. */
export const reauthenticationRequired = (maxAgeSeconds: number) => {
  const message = `Sign in again: this needs a sign-in that is at most ${maxAgeSeconds / 60} minutes old`
  return new Problem(401, 'reauthentication_required', message, {
    extra: { max_age: maxAgeSeconds },
    headers: {
      'www-authenticate': `Bearer realm="mainstay", error="insufficient_user_authentication", error_description="${message}", max_age="${maxAgeSeconds}"`,
    },
  })
}

export const insufficientRole = (required: readonly string[]) =>
  new Problem(403, 'insufficient_role', `This needs one of the roles ${required.join(', ')}`, {
    extra: { required_roles: required },
  })

/** For what outlives the token, or concerns the sign-in itself. */
export const refusedToApiKey = (what: string) =>
  new Problem(403, 'insufficient_role', `A token from an API key cannot ${what}`)

export const notFound = (what: string) => new Problem(404, 'not_found', `${what} does not exist`)

export const conflict = (code: string, message: string, extra: Record<string, unknown> = {}) =>
  new Problem(409, code, message, { extra })

export const preconditionFailed = (current: string) =>
  new Problem(
    412,
    'precondition_failed',
    `The record has changed since you read it: If-Match must be ${current} now`,
    {
      headers: { etag: current },
    },
  )

export const rateLimited = (retryAfterSeconds: number, what: string) =>
  new Problem(429, 'rate_limited', `Too many requests: ${what}. Try again in ${retryAfterSeconds} s`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

export const unavailable = (code: string, message: string, cause?: unknown) =>
  new Problem(503, code, message, { headers: { 'retry-after': '1' }, cause })
