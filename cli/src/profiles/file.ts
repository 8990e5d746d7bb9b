import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { CliError } from '../errors.ts'
import { replaceFile } from '../files.ts'
import type { Io } from '../io.ts'
import { withLock } from './lock.ts'

/** How a profile proves who it is. Exactly one of the three. */
export type Credentials =
  | { client_id: string; client_secret: string }
  | { api_key: string }
  | { client_id: string; access_token: string; refresh_token?: string; expires_at: string }

/** One service and one identity there. */
export interface Profile {
  base_url: string
  /** Of whoever signed in; profiles of earlier releases lack it. */
  email?: string
  credentials: Credentials
}

export interface Profiles {
  current: string
  profiles: Record<string, Profile>
}

type Env = Record<string, string | undefined>

export function configFolder(env: Env): string {
  if (env.MAINSTAY_CONFIG_DIR) return path.resolve(env.MAINSTAY_CONFIG_DIR)
  const home = env.HOME || homedir()
  return path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'mainstay')
}

export const profilesFile = (env: Env) => path.join(configFolder(env), 'credentials.json')

export function readProfiles(env: Env): Profiles {
  const file = profilesFile(env)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: 'default', profiles: {} }
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`)
  }
  refuseReadable(file)
  try {
    return JSON.parse(text) as Profiles
  } catch {
    throw new CliError(`${file} is not valid JSON`, { hint: 'Delete it, and sign in again: mainstay login' })
  }
}

/** Only within `lockProfiles`, together with the reading of what it replaces. */
export const writeProfiles = (env: Env, profiles: Profiles): void =>
  replaceFile(profilesFile(env), `${JSON.stringify(profiles, null, 2)}\n`, 0o600)

/** Runs `work` while no other process changes the profiles. */
export function lockProfiles<Result>(
  { env, signal }: Io,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  mkdirSync(configFolder(env), { recursive: true, mode: 0o700 })
  return withLock(`${profilesFile(env)}.lock`, signal, work)
}

/** Secrets that others can read are no secrets any more. */
function refuseReadable(file: string): void {
  if (process.platform === 'win32') return
  const mode = statSync(file).mode & 0o777
  if ((mode & 0o077) !== 0)
    throw new CliError(`${file} can be read by other users (mode ${mode.toString(8)})`, {
      hint: `chmod 600 ${file}, and change the secrets in it if others use this machine`,
    })
}
