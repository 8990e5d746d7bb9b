import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CliError, exitCodes, usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readProfiles, type Credentials, type Profile } from './file.ts'

export const defaultUrl = 'http://localhost:8080'

export interface Choice {
  url?: string
  profile?: string
}

/** A profile, and where it came from: only one from the file is written back when its token is renewed. */
export interface ChosenProfile extends Profile {
  name?: string
}

/**
 * The environment first, which suits scripts; then the chosen profile; then the service that runs on the data of
 * this folder, so that the first command after `mainstay start` needs no login.
 */
export function chooseProfile({ env, cwd }: Io, choice: Choice): ChosenProfile {
  const url = choice.url ?? env.MAINSTAY_URL
  const fromEnvironment = credentialsOf(env)
  if (fromEnvironment) return { base_url: normalUrl(url ?? defaultUrl), credentials: fromEnvironment }
  const { current, profiles } = readProfiles(env)
  const wanted = choice.profile ?? env.MAINSTAY_PROFILE
  const name = wanted ?? current
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return { ...profile, ...(url ? { base_url: normalUrl(url) } : {}), name }
  if (wanted)
    throw new CliError(`There is no profile '${wanted}'`, {
      exitCode: exitCodes.notAllowed,
      hint: `Sign in with mainstay login --profile ${wanted}, or choose one of: ${Object.keys(profiles).join(', ') || 'none yet'}`,
    })
  const local = localCredentials(env, cwd)
  if (local) return { base_url: normalUrl(url ?? defaultUrl), credentials: local }
  throw new CliError('You are not signed in', {
    exitCode: exitCodes.notAllowed,
    hint: `Run mainstay login --url ${url ?? defaultUrl}, or set MAINSTAY_URL, MAINSTAY_CLIENT_ID and MAINSTAY_CLIENT_SECRET`,
  })
}

function credentialsOf(env: Io['env']): Credentials | undefined {
  const { MAINSTAY_TOKEN, MAINSTAY_API_KEY, MAINSTAY_CLIENT_ID, MAINSTAY_CLIENT_SECRET } = env
  if (MAINSTAY_TOKEN)
    return { client_id: '', access_token: MAINSTAY_TOKEN, expires_at: '9999-12-31T00:00:00.000Z' }
  if (MAINSTAY_API_KEY) return { api_key: MAINSTAY_API_KEY }
  if (MAINSTAY_CLIENT_ID && MAINSTAY_CLIENT_SECRET)
    return { client_id: MAINSTAY_CLIENT_ID, client_secret: MAINSTAY_CLIENT_SECRET }
  return undefined
}

/** The client that the first start of a service has made. */
export function localCredentials(env: Io['env'], cwd: string): Credentials | undefined {
  const file = path.resolve(cwd, env.DATA_DIR || './data', 'credentials.json')
  if (!existsSync(file)) return undefined
  const { client_id, client_secret } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return client_id && client_secret ? { client_id, client_secret } : undefined
}

export function normalUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw usageError(`'${text}' is not an address of a service`, 'Give it as https://mainstay.example.com')
  return new URL(text).href.replace(/\/+$/, '')
}
