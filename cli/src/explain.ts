import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from '@mainstay/sdk'
import { certificateHint, CliError, exitCodes, isUnavailable, type ExitCode } from './errors.ts'

export interface Explanation {
  exitCode: ExitCode
  message: string
  hint?: string | undefined
  /** The service's own error body, for programs. */
  problem?: object
}

/** What a person reads about a failure, and what a script gets as exit code. `variable` is where the credentials are from. */
export function explain(error: unknown, variable?: string): Explanation {
  if (error instanceof CliError) return { exitCode: error.exitCode, message: error.message, hint: error.hint }
  if (error instanceof ConnectionError)
    return {
      exitCode: exitCodes.unavailable,
      message: error.message,
      hint:
        certificateHint(error) ??
        'Is the service running? Start it with mainstay start, or check the address: mainstay profile list',
    }
  if (error instanceof ApiError)
    return {
      exitCode: exitCodeOf(error),
      message: messageOf(error),
      hint: hintOf(error, variable),
      problem: error.problem,
    }
  return { exitCode: exitCodes.failed, message: error instanceof Error ? error.message : String(error) }
}

/** The token endpoint answers in the words of OAuth, some of them with status 400. */
const isUnknownCaller = (error: ApiError) =>
  error instanceof AuthenticationError || ['invalid_grant', 'invalid_client'].includes(error.code)

function exitCodeOf(error: ApiError): ExitCode {
  if (isUnknownCaller(error) || error instanceof PermissionError) return exitCodes.notAllowed
  if (error instanceof NotFoundError) return exitCodes.notFound
  if (error instanceof ValidationError || error instanceof ConflictError || error.status === 413)
    return exitCodes.refused
  if (isUnavailable(error.status)) return exitCodes.unavailable
  return exitCodes.failed
}

/** The message, and each field that was refused on a line of its own. */
function messageOf(error: ApiError): string {
  const lines = error.errors
    .filter(({ message }) => message !== error.message)
    .map(({ field, message }) => `  ${message.startsWith(field) ? '' : `${field}: `}${message}`)
  // The message of several invalid fields is only their messages again.
  const isJoined = error.code === 'validation_error' && lines.length > 1
  return [isJoined ? 'The service refused these fields:' : error.message, ...lines].join('\n')
}

function hintOf(error: ApiError, variable?: string): string | undefined {
  const { required_roles, allowed_transitions } = error.problem
  if (isUnknownCaller(error))
    return variable ? `Check ${variable}: it is used instead of a profile` : 'Sign in again: mainstay login'
  if (required_roles) return 'Ask an administrator for one of these roles'
  if (allowed_transitions) return `Possible states now: ${allowed_transitions.join(', ') || 'none'}`
  // The service says so itself; a proxy in front of it does not.
  if (error instanceof RateLimitError && !error.message.includes('Try again in'))
    return `Try again in ${error.retry_after ?? 1} s`
  if (error.status >= 500 && error.request_id) return `Look for ${error.request_id} in the log of the service`
  return undefined
}
