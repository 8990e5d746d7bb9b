import { userInfo } from 'node:os'
import path from 'node:path'
import type { Config } from '../config.ts'
import { isUnavailable, ReadOnlyServer } from '../db/errors.ts'

/** Why the service could not start, and what to do. */
export function explainStartFailure(error: unknown, { host, port, data_dir, database_url }: Config): string {
  const { code, syscall, hostname, path: file } = error as NodeJS.ErrnoException & { hostname?: string }
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use: stop the other program, or set PORT to another`
  if ((syscall === 'listen' && code === 'EADDRNOTAVAIL') || hostname === host)
    return `HOST ${host} is not an address of this machine (${code}): set it to one, or to 0.0.0.0 for all`
  if (file && isWithin(data_dir, file) && notOurs.has(code))
    return `DATA_DIR ${data_dir} must be a folder that belongs, with all that is in it, to the user of the service, ${userName()} (${(error as Error).message}): give it to that user with chown -R, start the service as its owner, or set DATA_DIR to another folder`
  if (file && database_url?.includes(file))
    return `a certificate or key that DATABASE_URL names cannot be read (${(error as Error).message}): correct its path, or let the user of the service, ${userName()}, read it`
  if (error instanceof ReadOnlyServer) return error.message
  if (database_url && isUnavailable(error))
    return `the database at DATABASE_URL does not respond (${code ?? (error as Error).message})`
  const advice = database_url && adviceFor(error)
  if (advice) return `the database at DATABASE_URL refuses it (${(error as Error).message}): ${advice}`
  return error instanceof Error ? error.message : String(error)
}

const logIn = 'correct the user and the password in DATABASE_URL'

const adviceByCode: Record<string, string> = {
  '28P01': logIn,
  '28000': `${logIn}, or let that user connect from this machine`,
  '3D000': 'create that database, or correct its name in DATABASE_URL',
  '42501': 'the user in DATABASE_URL must own the database',
  '42P07': 'another program uses that database, so name an empty one in DATABASE_URL',
}

/** What to change when PostgreSQL refuses what a first start does. Without a password, the driver gives up before it asks. */
const adviceFor = (error: unknown): string | undefined =>
  error instanceof Error && /password must be a/.test(error.message)
    ? logIn
    : adviceByCode[(error as NodeJS.ErrnoException).code ?? '']

const notOurs = new Set<string | undefined>(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

const isWithin = (folder: string, file: string) => !path.relative(folder, file).startsWith('..')

/** A container may run as a user id without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `#${process.getuid?.()}`
  }
}
