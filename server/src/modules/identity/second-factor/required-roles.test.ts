import { decodeJwt } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { Authenticator } from '../../../../test/identity/authenticator.ts'
import { makeKey } from '../../../../test/identity/key-owners.ts'
import { openBrowser, tokensFor, exchange } from '../../../../test/identity/person.ts'
import {
  beginSignIn,
  codeOf,
  enrolTotp,
  forgetUsedCodes,
  isSignedIn,
  newPerson,
  optionsIn,
  wrongCodeOf,
} from '../../../../test/identity/second-factor.ts'
import { accessToken, exchangeKey } from '../../../../test/identity/token-endpoint.ts'
import { expectProblem } from '../../../../test/problem.ts'

let app: TestApp
/** The same service before MFA_REQUIRED_ROLES was set. */
app = await startApp({ MFA_REQUIRED_ROLES: 'auditor, itsm_manager' })
const lenient = await startApp({ DATABASE_URL: app.url })
afterAll(async () => {
  await lenient.close()
  await app.close()
})

const secretIn = (body: string) => /class="key">([A-Z2-7 ]+)</.exec(body)![1]!.replaceAll(' ', '')
const codesIn = (body: string) => [...body.matchAll(/<li><code>([\w-]+)</g)].map(([, code]) => code!)

test('a user who needs a second factor must set one up before getting a session', async () => {
  const person = await newPerson(app, 'auditor')
  const signIn = await beginSignIn(app)
  const address = await signIn.password(person)
  expect(address).toBe(`${signIn.page}/enrol`)
  const page = await signIn.browser.open(address)
  expect(page.body).toContain('Your roles require a second factor')
  expect(page.body).toContain('<svg class="qr"')
  const secret = secretIn(page.body)
  expect(secretIn((await signIn.browser.open(address)).body)).toBe(secret)

  const wrong = await signIn.browser.submit(address, { method: 'totp', code: wrongCodeOf(secret) })
  expect(wrong.statusCode).toBe(401)
  for (const early of [`${address}/done`, `${signIn.page}/second-factor`])
    expect((await signIn.browser.submit(early, {})).statusCode).toBe(400)
  expect(await app.query(`select from second_factors where user_id = '${person.id}'`)).toEqual([])
  expect(await app.query(`select from sessions where account_id = '${person.id}'`)).toEqual([])

  const enrolled = await signIn.browser.submit(address, { method: 'totp', code: codeOf(secret) })
  expect([enrolled.statusCode, codesIn(enrolled.body).length]).toEqual([200, 10])
  const done = await signIn.browser.submit(`${address}/done`, {})
  const { access_token } = await signIn.tokens(done)
  expect(decodeJwt(access_token)).toMatchObject({ sub: person.id, amr: ['pwd', 'otp', 'mfa'] })
  expect((await app.call('GET', '/profile', { as: access_token })).json()).toMatchObject({
    mfa_enrolled: true,
  })
  const entries = `select actor from audit_entries where subject_id = '${person.id}' and action = 'second_factor_added'`
  expect(await app.query(entries)).toEqual([{ actor: person.email }])

  const again = await beginSignIn(app)
  expect(await again.password(person)).toBe(`${again.page}/second-factor`)
})

test('a passkey is sufficient', async () => {
  const person = await newPerson(app, 'itsm_manager')
  const signIn = await beginSignIn(app)
  const address = await signIn.password(person)
  const authenticator = new Authenticator()
  const page = await signIn.browser.open(address)
  expect(page.body).toContain('The passkey was not created.')
  const options = optionsIn(page)
  const submit = (credential: object) =>
    signIn.browser.submit(address, { method: 'passkey', credential: JSON.stringify(credential) })
  expect((await submit(authenticator.create(options, { origin: 'https://evil.example' }))).statusCode).toBe(
    401,
  )
  expect((await submit(authenticator.create(options))).statusCode).toBe(200)
  const { access_token } = await signIn.tokens(await signIn.browser.submit(`${address}/done`, {}))
  expect(decodeJwt(access_token)).toMatchObject({ amr: ['pwd', 'pop', 'mfa'] })
})

test('of two people who know the password, the second one to set up a factor is refused', async () => {
  const person = await newPerson(app, 'auditor')
  const [first, second] = [await beginSignIn(app), await beginSignIn(app)]
  const addresses = [await first.password(person), await second.password(person)] as const
  const secrets = [
    secretIn((await first.browser.open(addresses[0])).body),
    secretIn((await second.browser.open(addresses[1])).body),
  ] as const
  expect(secrets[0]).not.toBe(secrets[1])
  const answers = await Promise.all([
    first.browser.submit(addresses[0], { method: 'totp', code: codeOf(secrets[0]) }),
    second.browser.submit(addresses[1], { method: 'totp', code: codeOf(secrets[1]) }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await app.query(`select from second_factors where user_id = '${person.id}'`)).toHaveLength(1)
})

test('a session and a refresh token from before the requirement are not sufficient', async () => {
  const person = await newPerson(app, 'auditor')
  const browser = openBrowser(lenient)
  const tokens = await tokensFor(lenient, browser, person)
  expect(await isSignedIn(browser)).toBe(true)
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  const refused = await exchange(app, form)
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_grant' }),
  ])
})

test('the last required second factor cannot be removed', async () => {
  const person = await newPerson(app, 'auditor')
  const as = (await tokensFor(lenient, openBrowser(lenient), person)).access_token
  const first = await enrolTotp(app, as, 'First')
  const address = `/profile/second-factors/${first.id}`
  const refused = await app.call('DELETE', address, { as })
  expectProblem(refused, 409, 'second_factor_required')
  expect(await app.query(`select name from second_factors where user_id = '${person.id}'`)).toEqual([
    { name: 'First' },
  ])
  await enrolTotp(app, as, 'Second')
  expect((await app.call('DELETE', address, { as })).statusCode).toBe(200)
  await forgetUsedCodes(app, person)
})

test('service accounts and API keys with such roles are not affected', async () => {
  const client = await app.tokenFor('auditor')
  expect((await app.call('GET', '/profile', { as: client })).json()).toMatchObject({ mfa_enrolled: false })
  const person = await newPerson(app, 'auditor')
  const as = (await tokensFor(lenient, openBrowser(lenient), person)).access_token
  const { key } = await makeKey(lenient, as)
  const bought = accessToken(await exchangeKey(app, key))
  expect((await app.call('GET', '/profile', { as: bought })).json()).toMatchObject({ roles: ['auditor'] })
})
