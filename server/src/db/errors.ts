import pg from 'pg'

const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? ''

const readOnly = '25006'

/** No writable server was found, or this one is read-only. */
export class ReadOnlyServer extends Error {
  readonly code = readOnly
}

export const isReadOnly = (error: unknown): boolean => codeOf(error) === readOnly

/** Committed on the primary, but the wait for its standby was cancelled: a failover may still lose it. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('Connection terminated: the standby has not confirmed the commit')
  }
}

/** Another node has migrated a table since this connection prepared its statement. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && (error as Error).message.startsWith('cached plan')

/** A deadlock or serialization failure: the same transaction succeeds on retry. */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error)

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (!constraint || error.constraint === constraint)

/** For `catch`: the problem in place of the violation of this constraint. */
export const ifTaken = (constraint: string, problem: () => Error) => (error: unknown) => {
  throw isUniqueViolation(error, constraint) ? problem() : error
}

export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100'

/** Another transaction kept its lock for too long. */
export const isLocked = (error: unknown): boolean => codeOf(error) === '55P03'

/** Too slow or locked: the database is reachable but did not finish in time. */
export const isTimeout = (error: unknown): boolean =>
  isLocked(error) || ['57014', '25P03'].includes(codeOf(error))

const socketCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
// Files are read and written by calls of the same names.
const fileCodes = new Set('ENOSPC EDQUOT EIO EROFS EFBIG EISDIR ESTALE EBADF'.split(' '))
// Starting up, shutting down, crashed, out of connections, or a read-only standby.
const serverCodes = new Set('57P01 57P02 57P03 53300 25006 08000 08001 08003 08004 08006'.split(' '))
// pg reports a lost connection as a plain Error.
const driverMessages =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|not queryable|database system is/

/** No response on a connection for longer than any statement may take. */
export const isReadTimeout = (error: unknown): boolean => (error as Error).message === 'Query read timeout'

/** An AggregateError is a host name with several addresses, none of which responds. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof AggregateError && error.errors.some(isUnavailable)) ||
    (socketCalls.has((error as NodeJS.ErrnoException).syscall ?? '') && !fileCodes.has(codeOf(error))) ||
    serverCodes.has(codeOf(error)) ||
    driverMessages.test(error.message))

/** PostgreSQL rejected the statement, so it certainly had no effect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !isUnavailable(error)
