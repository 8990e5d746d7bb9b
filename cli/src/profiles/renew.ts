import { CliError, exitCodes, fieldsIn, foreignAnswer, unexpectedAnswer } from '../errors.ts'
import type { Io } from '../io.ts'
import type { ChosenProfile } from './choose.ts'
import { lockProfiles, readProfiles, writeProfiles, type Credentials } from './file.ts'
import { requestTimeout } from './lock.ts'

type SignedIn = Extract<Credentials, { access_token: string }>

/** A minute before it expires, so that no request is refused on its way. */
const margin = 60_000

/**
 * The token of a person: renewed before it expires, and kept for the next command. A refresh token is valid once: a
 * second use looks like theft and ends the sign-in, so only one process at a time renews it, with the latest one.
 */
export function renewingToken(profile: ChosenProfile, signedIn: SignedIn, io: Io) {
  let current = signedIn
  return async (rejected?: string): Promise<string> => {
    if (!isUsable(current, rejected)) current = await renew(profile, rejected, io)
    return current.access_token
  }
}

const isUsable = ({ access_token, expires_at }: SignedIn, rejected: string | undefined) =>
  access_token !== rejected && Date.parse(expires_at) - margin > Date.now()

async function renew(profile: ChosenProfile, rejected: string | undefined, io: Io): Promise<SignedIn> {
  const { name, base_url } = profile
  if (name === undefined) throw signInAgain(profile)
  const renewed = await lockProfiles(io, async () => {
    const all = readProfiles(io.env)
    const latest = Object.hasOwn(all.profiles, name) ? all.profiles[name] : undefined
    if (latest?.base_url !== base_url || !('access_token' in latest.credentials)) throw signInAgain(profile)
    if (isUsable(latest.credentials, rejected)) return latest.credentials
    const credentials = await refresh(profile, latest.credentials)
    writeProfiles(io.env, { ...all, profiles: { ...all.profiles, [name]: { ...latest, credentials } } })
    return credentials
  })
  io.signal.throwIfAborted()
  return renewed
}

async function refresh(profile: ChosenProfile, { client_id, refresh_token }: SignedIn): Promise<SignedIn> {
  if (refresh_token === undefined) throw signInAgain(profile)
  const form = { grant_type: 'refresh_token', client_id, refresh_token }
  const response = await fetch(`${profile.base_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(requestTimeout),
  }).catch((error: unknown) => {
    throw new CliError(`No service answers at ${profile.base_url}`, {
      exitCode: exitCodes.unavailable,
      hint: 'Start it with mainstay start, or check the address: mainstay profile list',
      cause: error,
    })
  })
  if ([400, 401].includes(response.status)) throw signInAgain(profile)
  if (!response.ok) throw unexpectedAnswer(profile.base_url, response)
  return signedInBy(profile.base_url, client_id, await fieldsIn<TokenAnswer>(response), refresh_token)
}

export interface TokenAnswer {
  access_token: string
  refresh_token?: string
  expires_in: number
}

export function signedInBy(
  base_url: string,
  client_id: string,
  { access_token, refresh_token, expires_in }: Partial<TokenAnswer>,
  previous?: string,
): SignedIn {
  if (access_token === undefined || expires_in === undefined) throw foreignAnswer(base_url)
  const next = refresh_token ?? previous
  return {
    client_id,
    access_token,
    ...(next === undefined ? {} : { refresh_token: next }),
    expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
  }
}

/** Only a token that was given in MAINSTAY_TOKEN has no profile. */
const signInAgain = ({ base_url, name }: ChosenProfile) =>
  name === undefined
    ? new CliError('The service refused the token in MAINSTAY_TOKEN', {
        exitCode: exitCodes.notAllowed,
        hint: 'Set a new one, or unset the variable to use a profile',
      })
    : new CliError('Your sign-in has expired', {
        exitCode: exitCodes.notAllowed,
        hint: `Sign in again: mainstay login --url ${base_url} --profile ${name}`,
      })
