import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isDiskFull, isTimeout, isUnavailable } from '../db/errors.ts'
import { clip } from '../kernel/clip.ts'
import { second } from '../kernel/durations.ts'
import { malformed, Problem, unavailable, type FieldError } from '../kernel/errors.ts'
import { maxErrors } from '../kernel/field-errors.ts'
import { logThrottled } from '../kernel/throttled-log.ts'
import { closeAfterBody } from './connections.ts'
import { withoutQuery } from './input.ts'

/** Node has the names of 413 and 422 from before RFC 9110. */
const titles: typeof STATUS_CODES = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
}

const sizeText = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`)

function fromFastify(error: FastifyError, bodyLimit?: number): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(
        413,
        'payload_too_large',
        `The body is larger than ${bodyLimit ? sizeText(bodyLimit) : 'this endpoint accepts'}`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem(415, 'unsupported_media_type', 'Send the body with Content-Type: application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('The body does not have the length that Content-Length announced')
    // The client is gone; this only keeps it from counting as a server error in the log and the metrics.
    case 'ECONNRESET':
      return error.message === 'aborted'
        ? new Problem(400, 'request_aborted', 'The connection ended before the request had arrived')
        : undefined
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem(404, 'not_found', 'This address does not exist')
    default:
      return undefined
  }
}

export const databaseUnavailable = (cause: unknown) =>
  unavailable('database_unavailable', 'The database is not available; try again shortly', cause)

function fromDatabase(error: unknown): Problem | undefined {
  if (isUnavailable(error)) return databaseUnavailable(error)
  if (isTimeout(error))
    return unavailable('overloaded', 'The database did not answer in time; try again shortly', error)
  if (isDiskFull(error))
    return new Problem(507, 'insufficient_storage', 'The database has no space left', { cause: error })
  return undefined
}

/** `bodyLimit`: how many bytes the body of the request may have. */
export function toProblem(error: unknown, bodyLimit?: number): Problem {
  if (error instanceof Problem) return error
  return (
    fromFastify(error as FastifyError, bodyLimit) ??
    fromDatabase(error) ??
    new Problem(
      500,
      'internal_error',
      'Something went wrong on our side. Quote the request id to find it in the log.',
      {
        cause: error,
      },
    )
  )
}

const longestMessage = 2000
const longestPart = 300

const clipError = ({ field, pointer, code, message }: FieldError): FieldError => ({
  field: clip(field, longestPart),
  pointer: clip(pointer, longestPart),
  code,
  message: clip(message, longestPart),
})

export function problemBody(problem: Problem, instance: string, request_id: string): string {
  const { status, code, extra } = problem
  const message = clip(problem.message, longestMessage)
  const errors = problem.errors?.slice(0, maxErrors).map(clipError)
  return JSON.stringify({
    type: `urn:mainstay:problem:${code}`,
    title: titles[status] ?? 'Error',
    status,
    detail: message,
    instance: clip(instance, longestMessage),
    code,
    message,
    request_id,
    ...(errors && { errors }),
    ...extra,
  })
}

/** problem+json, unless the caller accepts only plain JSON. */
const mediaType = (accept: string | undefined) =>
  accept && /application\/json/i.test(accept) && !/\*\/\*|problem\+json|application\/\*/i.test(accept)
    ? 'application/json; charset=utf-8'
    : 'application/problem+json; charset=utf-8'

export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Called for every call that was refused because of its caller. */
export type OnRefusal = (request: FastifyRequest, problem: Problem) => void

/** States of the service, not faults of a request: all requests have the same, perhaps for hours. */
const serviceStates = new Set([
  'overloaded',
  'database_unavailable',
  'keys_unconfirmed',
  'insufficient_storage',
  'issuer_unavailable',
  'ai_unavailable',
  'stopping',
])

function logFailure(log: Logger, request_id: string, problem: Problem): void {
  const { code, message } = problem
  const cause = problem.cause as NodeJS.ErrnoException | undefined
  if (!serviceStates.has(code)) return log.error({ request_id, err: cause ?? problem, code }, message)
  // A host name with several addresses fails without a message.
  logThrottled(log, 'warn', { request_id, code, cause: cause?.message || cause?.code }, message, second)
}

export const makeErrorSender =
  (log: Logger, onRefusal?: OnRefusal): SendError =>
  (error, request, reply) => {
    const problem = toProblem(error, request.routeOptions.bodyLimit)
    if (problem.status === 401 || problem.status === 403) onRefusal?.(request, problem)
    if (problem.status >= 500) logFailure(log, request.id, problem)
    closeAfterBody(request.raw)
    return reply
      .code(problem.status)
      .headers(problem.headers)
      .header('content-type', mediaType(request.headers.accept))
      .send(problemBody(problem, withoutQuery(request.originalUrl), request.id))
  }
