import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { EnrolledFactor } from '../../../console/src/api/schema.d.ts'
import type { Role } from '../../src/kernel/actor.ts'
import type { TestApp } from '../app.ts'
import { expectOk } from '../incidents.ts'
import { Authenticator } from './authenticator.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  redirectUri,
  tokensFor,
  openBrowser,
  type Browser,
  type Tokens,
} from './person.ts'

/** As the API returns them. */
type Enrolled = Required<EnrolledFactor>

export interface Person {
  id: string
  email: string
  password: string
}

export async function newPerson(app: TestApp, ...roles: Role[]): Promise<Person> {
  const person = { email: `${crypto.randomUUID()}@example.com`, password: 'a password of a person' }
  const body = { ...person, roles: roles.length > 0 ? roles : ['viewer'] }
  return { ...person, ...expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201) }
}

/**
 * The current code of an authenticator app, or one so many time steps away. The current one is accepted even if the next
 * step begins before it arrives.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code that is not accepted at this time: one of six digits may be the right one by chance. */
export function wrongCodeOf(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return [20, 21, 22, 23, 24, 25].map((steps) => codeOf(secret, steps)).find((code) => !near.has(code))!
}

/** Its codes can be used at once, as if time had passed since. */
export async function enrolTotp(
  app: TestApp,
  as: string,
  name?: string,
): Promise<Enrolled & { secret: string }> {
  const begun = await app.call('POST', '/profile/second-factors/totp', { as })
  const { secret } = expectOk<{ secret: string }>(begun, 200)
  const body = { code: codeOf(secret), ...(name && { name }) }
  const confirmed = await app.call('POST', '/profile/second-factors/totp/confirm', { as, body })
  const enrolled = expectOk<Enrolled>(confirmed, 201)
  await app.query(`update second_factors set last_step = 0 where id = '${enrolled.id}'`)
  return { ...enrolled, secret }
}

export async function enrolPasskey(
  app: TestApp,
  as: string,
  name?: string,
): Promise<Enrolled & { authenticator: Authenticator }> {
  const authenticator = new Authenticator()
  const options = await app.call('POST', '/profile/second-factors/passkeys/options', { as })
  const body = { credential: authenticator.create(expectOk(options, 200)), ...(name && { name }) }
  const added = await app.call('POST', '/profile/second-factors/passkeys', { as, body })
  return { ...expectOk<Enrolled>(added, 201), authenticator }
}

/** A user who has signed in with the password, before there is a second factor. */
export const tokenOf = async (app: TestApp, person: Person): Promise<string> =>
  (await tokensFor(app, openBrowser(app), person)).access_token

/** A sign-in in its own browser, step by step. */
export async function beginSignIn(
  app: TestApp,
  more: Record<string, string> = {},
  browser = openBrowser(app),
) {
  const { verifier, challenge } = makeChallenge()
  const sent = await browser.open(authorizeUrl(challenge, more))
  const page = String(sent.headers.location)
  return {
    browser,
    page,
    /** Sends the right password and returns the second step. */
    password: async (person: Person) => {
      const { email, password } = person
      return String((await browser.submit(page, { email, password })).headers.location)
    },
    code: (code: string, method = 'totp') => browser.submit(`${page}/second-factor`, { method, code }),
    /** Follows the last step to the tokens. */
    tokens: (last: LightMyRequestResponse) => tokensAfter(app, browser, last, verifier),
  }
}

async function tokensAfter(
  app: TestApp,
  browser: Browser,
  last: LightMyRequestResponse,
  code_verifier: string,
): Promise<Tokens> {
  const returned = await browser.open(String(last.headers.location))
  const code = new URL(String(returned.headers.location)).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier }
  return (await exchange(app, form)).json<Tokens>()
}

/** The options that a page passes to its script. */
export function optionsIn(page: LightMyRequestResponse): {
  challenge: string
  rpId?: string
  rp?: { id: string }
} {
  const text = /data-options="([^"]+)"/.exec(page.body)![1]!
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { challenge: string }
}

/** Whether this browser has a session. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  const sent = await browser.open(authorizeUrl(makeChallenge().challenge))
  return !String(sent.headers.location).includes('/login/')
}

/** Makes the codes of the app unused again, as if time had passed. */
export const forgetUsedCodes = (app: TestApp, person: Person) =>
  app.query(`update second_factors set last_step = 0 where user_id = '${person.id}'`)
