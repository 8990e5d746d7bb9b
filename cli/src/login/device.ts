import { setTimeout as sleep } from 'node:timers/promises'
import {
  certificateHint,
  CliError,
  exitCodes,
  fieldsIn,
  foreignAnswer,
  isUnavailable,
  unexpectedAnswer,
} from '../errors.ts'
import type { Credentials } from '../profiles/file.ts'
import { signedInBy, type TokenAnswer } from '../profiles/renew.ts'

/** The client that every service has for this program. */
export const clientId = 'cli'
const grant = 'urn:ietf:params:oauth:grant-type:device_code'

export interface DeviceCode {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete?: string
  expires_in: number
  /** Seconds between two questions. */
  interval?: number
}

interface DeviceFlow {
  base_url: string
  /** Shows the person where to enter the code. */
  show: (code: DeviceCode) => void
  signal: AbortSignal
}

/** RFC 8628: the person allows it in a browser, on this machine or any other, while we ask again and again. */
export async function signInWithDevice({ base_url, show, signal }: DeviceFlow): Promise<Credentials> {
  const code = await begin(base_url, signal)
  show(code)
  let wait = (code.interval ?? 5) * 1000
  const giveUpAt = Date.now() + code.expires_in * 1000
  while (Date.now() < giveUpAt) {
    await sleep(wait, undefined, { signal })
    const response = await post(
      `${base_url}/oauth2/token`,
      { grant_type: grant, client_id: clientId, device_code: code.device_code },
      signal,
    )
    if (isUnavailable(response.status)) continue
    const answer = await fieldsIn<TokenAnswer & { error: string; error_description: string }>(response)
    if (response.ok) return signedInBy(base_url, clientId, answer)
    if (answer.error === 'slow_down') wait += 5000
    else if (answer.error !== 'authorization_pending') throw refused(answer.error, answer.error_description)
  }
  throw refused('expired_token')
}

async function begin(base_url: string, signal: AbortSignal): Promise<DeviceCode> {
  const form = { client_id: clientId, scope: 'openid api offline_access' }
  const response = await post(`${base_url}/oauth2/device_authorization`, form, signal)
  if (response.ok) {
    const code = await fieldsIn<DeviceCode>(response)
    if (code.device_code === undefined) throw foreignAnswer(base_url)
    return code as DeviceCode
  }
  if (isUnavailable(response.status)) throw unexpectedAnswer(base_url, response)
  throw new CliError(`${base_url} does not offer sign-in with a code (it answered ${response.status})`, {
    hint: 'Use a service account: mainstay login --client-id <id>, or an API key: mainstay login --api-key-stdin',
  })
}

const messages: Record<string, string> = {
  access_denied: 'The sign-in was refused in the browser',
  expired_token: 'The code has expired before it was entered',
}

const refused = (code = '', description = '') =>
  new CliError(messages[code] ?? `The service refused the sign-in: ${description || code}`, {
    exitCode: exitCodes.notAllowed,
    hint: 'Start again: mainstay login',
  })

async function post(url: string, form: Record<string, string>, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', body: new URLSearchParams(form), signal })
  } catch (error) {
    if (signal.aborted) throw error
    const { cause, message } = error as Error
    throw new CliError(
      `The service could not be reached: ${cause instanceof Error ? cause.message : message}`,
      {
        exitCode: exitCodes.unavailable,
        hint: certificateHint(error) ?? `Is ${new URL(url).origin} the right address? Give it with --url`,
        cause: error,
      },
    )
  }
}
