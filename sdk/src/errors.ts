import type { FieldError, Problem } from './schema.ts'

/** Base of every error that the SDK throws on purpose. */
export class MainstayError extends Error {
  override name = 'MainstayError'
}

/** No response: the connection failed, was cut or took too long, and a retry was not safe or did not help. */
export class ConnectionError extends MainstayError {
  override name = 'ConnectionError'
}

/** A response without an error that no Mainstay service gives, such as the sign-in page of a proxy. */
export const foreignAnswer = ({ url }: Response) =>
  new MainstayError(
    `${URL.canParse(url) ? new URL(url).origin : 'The address'} does not answer like a Mainstay service`,
  )

/** An error response of the service, with its body (RFC 9457) as `problem`. */
export class ApiError extends MainstayError {
  override name = 'ApiError'
  readonly status: number
  /** What a program should look at, such as `validation_error` or `invalid_state_transition`. */
  readonly code: string
  /** Quote it when you ask the operator of the service about this error. */
  readonly request_id: string
  /** The fields that were refused, and why. */
  readonly errors: FieldError[]
  readonly problem: Partial<Problem>
  /** Seconds to wait before the next try, if the service said so. */
  readonly retry_after: number | undefined

  constructor(status: number, problem: Partial<Problem>, headers: Headers = new Headers()) {
    super(problem.message ?? problem.detail ?? `The service answered ${status}`)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.request_id = problem.request_id ?? headers.get('x-request-id') ?? ''
    this.errors = problem.errors ?? []
    this.problem = problem
    this.retry_after = secondsIn(headers.get('retry-after'))
  }
}

/** 400: malformed or invalid input; `errors` names the fields. */
export class ValidationError extends ApiError {
  override name = 'ValidationError'
}

/** 401, or 400 of the token endpoint: wrong credentials, or a key or token that has expired or was revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/** 403: the roles of the caller do not allow it; `problem.required_roles` names those that do. */
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}

/** 404: no such record, or it was deleted. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 409, 412 or 422: the request conflicts with the current state of the record. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}

/** 429: still over the rate limit after all retries. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}

/** 5xx: the service or a proxy before it failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

const classes: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: ConflictError,
  429: RateLimitError,
}

/** The body may be anything, such as the HTML of a proxy. */
export function apiError({ status, headers }: Response, body: unknown): ApiError {
  const problem = typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {}
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Class(status, problem, headers)
}

/** The token endpoint refuses credentials with 400 or 401 (RFC 6749). */
export function exchangeError(response: Response, problem: Partial<Problem>): ApiError {
  const { status, headers } = response
  return status === 400 ? new AuthenticationError(status, problem, headers) : apiError(response, problem)
}

/** Retry-After holds seconds or a date. */
export function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}
