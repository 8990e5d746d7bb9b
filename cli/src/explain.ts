import { CliError, exitCodes, type ExitCode } from './errors.ts'

interface Explanation {
  exitCode: ExitCode
  message: string
  hint?: string | undefined
  /** The service's own error body, for programs. */
  problem?: Record<string, unknown>
}

/** What a person reads about a failure, and what a script gets as exit code. */
export function explain(error: unknown): Explanation {
  if (error instanceof CliError) return { exitCode: error.exitCode, message: error.message, hint: error.hint }
  return { exitCode: exitCodes.failed, message: error instanceof Error ? error.message : String(error) }
}
