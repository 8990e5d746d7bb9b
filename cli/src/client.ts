import { Mainstay, type MainstayOptions } from '@mainstay/sdk'
import type { Io } from './io.ts'
import type { ChosenProfile } from './profiles/choose.ts'
import { renewingToken } from './profiles/renew.ts'
import { version } from './version.ts'

/** Somebody is waiting: a service that is away for longer is reported. */
const retry = { retries: 2, minDelay: 200 }

export function makeClient(profile: ChosenProfile, io: Io): Mainstay {
  const common = { baseUrl: profile.base_url, headers: { 'user-agent': `mainstay-cli/${version}` }, retry }
  return new Mainstay({ ...common, ...credentialsFor(profile, io) } as MainstayOptions)
}

function credentialsFor(profile: ChosenProfile, io: Io) {
  const { credentials } = profile
  if ('api_key' in credentials) return { apiKey: credentials.api_key }
  if ('client_secret' in credentials)
    return { clientId: credentials.client_id, clientSecret: credentials.client_secret }
  return { token: renewingToken(profile, credentials, io) }
}
