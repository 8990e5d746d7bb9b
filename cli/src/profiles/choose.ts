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
 * The profile of `--profile`; then the environment, which suits scripts; then another profile; then the service that runs on
 * the data of this folder, so that the first command after `mainstay start` needs no login. Credentials go only to the
 * service that they belong to.
 */
export function chooseProfile(io: Io, choice: Choice): ChosenProfile {
  const { env } = io
  if (choice.profile) return namedProfile(env, choice.profile, choice.url && normalUrl(choice.url))
  const given = choice.url ?? env.MAINSTAY_URL
  const base_url = given === undefined ? undefined : normalUrl(given)
  const fromEnvironment = credentialsOf(env)
  if (fromEnvironment) return { base_url: base_url ?? defaultUrl, credentials: fromEnvironment }
  const found = env.MAINSTAY_PROFILE
    ? namedProfile(env, env.MAINSTAY_PROFILE, base_url)
    : matchingProfile(env, base_url)
  return found ?? localProfile(io, base_url ?? defaultUrl)
}

function namedProfile(env: Io['env'], name: string, base_url: string | undefined): ChosenProfile {
  const { profiles } = readProfiles(env)
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (!profile)
    throw new CliError(`There is no profile '${name}'`, {
      exitCode: exitCodes.notAllowed,
      hint: `Sign in with mainstay login --profile ${name}, or choose one of: ${Object.keys(profiles).join(', ') || 'none yet'}`,
    })
  if (base_url !== undefined && base_url !== profile.base_url)
    throw usageError(
      `Profile '${name}' belongs to ${profile.base_url}`,
      `Sign in to ${base_url} with another one`,
    )
  return { ...profile, name }
}

/** The current profile, or one that belongs to the given service. */
function matchingProfile(env: Io['env'], base_url: string | undefined): ChosenProfile | undefined {
  const { current, profiles } = readProfiles(env)
  const names = [current, ...Object.keys(profiles)].filter((name) => Object.hasOwn(profiles, name))
  const name = names.find((one) =>
    base_url === undefined ? one === current : profiles[one]!.base_url === base_url,
  )
  return name === undefined ? undefined : { ...profiles[name]!, name }
}

function localProfile({ env, cwd }: Io, base_url: string): ChosenProfile {
  const credentials = isLoopback(base_url) ? localCredentials(env, cwd) : undefined
  if (credentials) return { base_url, credentials }
  throw new CliError(`You are not signed in to ${base_url}`, {
    exitCode: exitCodes.notAllowed,
    hint: `Run mainstay login --url ${base_url}, or set MAINSTAY_URL, MAINSTAY_CLIENT_ID and MAINSTAY_CLIENT_SECRET`,
  })
}

/** Its credentials are used instead of a profile. */
export const credentialVariable = (env: Io['env']): string | undefined =>
  ['MAINSTAY_TOKEN', 'MAINSTAY_API_KEY', 'MAINSTAY_CLIENT_ID'].find((name) => env[name])

function credentialsOf(env: Io['env']): Credentials | undefined {
  const { MAINSTAY_TOKEN, MAINSTAY_API_KEY, MAINSTAY_CLIENT_ID, MAINSTAY_CLIENT_SECRET } = env
  if (MAINSTAY_TOKEN)
    return { client_id: '', access_token: MAINSTAY_TOKEN, expires_at: '9999-12-31T00:00:00.000Z' }
  if (MAINSTAY_API_KEY) return { api_key: MAINSTAY_API_KEY }
  // With one of them missing, as in a script whose secret was not passed on, the command would run as somebody else.
  if (!MAINSTAY_CLIENT_ID !== !MAINSTAY_CLIENT_SECRET)
    throw usageError('MAINSTAY_CLIENT_ID and MAINSTAY_CLIENT_SECRET go together', 'Set both or neither')
  if (MAINSTAY_CLIENT_ID && MAINSTAY_CLIENT_SECRET)
    return { client_id: MAINSTAY_CLIENT_ID, client_secret: MAINSTAY_CLIENT_SECRET }
  return undefined
}

/** The client that the first start of a service has made. */
function localCredentials(env: Io['env'], cwd: string): Credentials | undefined {
  const file = path.resolve(cwd, env.DATA_DIR || './data', 'credentials.json')
  if (!existsSync(file)) return undefined
  const { client_id, client_secret } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return client_id && client_secret ? { client_id, client_secret } : undefined
}

export const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

export function normalUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw usageError(`'${text}' is not an address of a service`, 'Give it as https://mainstay.example.com')
  return new URL(text).href.replace(/(\/prod\/api(\/v1)?)?\/*$/, '') // as the SDK does
}
