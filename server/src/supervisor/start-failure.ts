import type { Config } from '../config.ts'
import { isUnavailable, ReadOnlyServer } from '../db/errors.ts'

/** Why the service could not start, and what to do. */
export function explainStartFailure(error: unknown, { host, port, database_url }: Config): string {
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use: stop the other program, or set PORT to another`
  if ((syscall === 'listen' && code === 'EADDRNOTAVAIL') || hostname === host)
    return `HOST ${host} is not an address of this machine (${code}): set it to one, or to 0.0.0.0 for all`
  if (error instanceof ReadOnlyServer) return error.message
  if (database_url && isUnavailable(error))
    return `the database at DATABASE_URL does not respond (${code ?? (error as Error).message})`
  return error instanceof Error ? error.message : String(error)
}
