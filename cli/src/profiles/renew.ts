import { CliError, exitCodes } from '../errors.ts'
import type { Io } from '../io.ts'
import type { ChosenProfile } from './choose.ts'
import { readProfiles, writeProfiles, type Credentials } from './file.ts'

type SignedIn = Extract<Credentials, { access_token: string }>

/** A minute before it expires, so that no request is refused on its way. */
const margin = 60_000

/** The token of a person: renewed before it expires, and kept for the next command. */
export function renewingToken(profile: ChosenProfile, signedIn: SignedIn, io: Io) {
  let current = signedIn
  return async (rejected?: string): Promise<string> => {
    const isFresh = Date.parse(current.expires_at) - margin > Date.now()
    if (isFresh && current.access_token !== rejected) return current.access_token
    if (!current.refresh_token) throw signInAgain(profile)
    current = await refresh(profile, current)
    keep(profile, current, io)
    return current.access_token
  }
}

async function refresh(profile: ChosenProfile, { client_id, refresh_token }: SignedIn): Promise<SignedIn> {
  const form = { grant_type: 'refresh_token', client_id, refresh_token: refresh_token! }
  const response = await fetch(`${profile.base_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  }).catch((error: unknown) => {
    throw new CliError(`No service answers at ${profile.base_url}`, {
      exitCode: exitCodes.unavailable,
      hint: 'Start it with mainstay start, or check the address: mainstay profile list',
      cause: error,
    })
  })
  if (!response.ok) throw signInAgain(profile)
  return signedInBy(client_id, (await response.json()) as TokenAnswer, refresh_token)
}

export interface TokenAnswer {
  access_token: string
  refresh_token?: string
  expires_in: number
}

export const signedInBy = (client_id: string, answer: TokenAnswer, previous?: string): SignedIn => ({
  client_id,
  access_token: answer.access_token,
  ...((answer.refresh_token ?? previous) ? { refresh_token: answer.refresh_token ?? previous! } : {}),
  expires_at: new Date(Date.now() + answer.expires_in * 1000).toISOString(),
})

function keep(profile: ChosenProfile, credentials: SignedIn, { env }: Io): void {
  if (profile.name === undefined) return
  const all = readProfiles(env)
  const known = all.profiles[profile.name]
  if (known)
    writeProfiles(env, { ...all, profiles: { ...all.profiles, [profile.name]: { ...known, credentials } } })
}

const signInAgain = ({ base_url, name }: ChosenProfile) =>
  new CliError('Your sign-in has expired', {
    exitCode: exitCodes.notAllowed,
    hint: `Sign in again: mainstay login --url ${base_url}${name ? ` --profile ${name}` : ''}`,
  })
