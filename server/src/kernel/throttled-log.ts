import { minute } from './durations.ts'
import { RequestLog, type Log } from './log.ts'

interface LoggedLine {
  nextAt: number
  /** Equal lines since then. */
  omitted: number
}

const loggedLines = new WeakMap<object, Map<string, LoggedLine>>()

/**
 * For a fault that may last for hours: the first line is written, and then one per interval, with the number of lines
 * that were left out. Lines are equal if they have the same message and the same code of their error.
 */
export function logThrottled(
  log: Log,
  level: 'warn' | 'error',
  fields: { err?: unknown; code?: string; [name: string]: unknown },
  message: string,
  interval = minute,
  now = performance.now(),
): void {
  const lines = linesOf(log)
  const key = `${message} ${fields.code ?? codeOf(fields.err)}`
  const line = lines.get(key)
  if (line && now < line.nextAt) line.omitted++
  else {
    lines.set(key, { nextAt: now + interval, omitted: 0 })
    log[level]({ ...fields, ...(line?.omitted && { omitted: line.omitted }) }, message)
  }
}

/** Those of all requests together. */
function linesOf(log: Log): Map<string, LoggedLine> {
  const owner = log instanceof RequestLog ? log.root : log
  const lines = loggedLines.get(owner) ?? new Map<string, LoggedLine>()
  loggedLines.set(owner, lines)
  return lines
}

const codeOf = (error: unknown) =>
  (error as NodeJS.ErrnoException | undefined)?.code ?? (error as Error | undefined)?.name ?? ''
