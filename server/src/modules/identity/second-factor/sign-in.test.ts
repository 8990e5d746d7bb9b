import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { commitDuring } from '../../../../test/commit-during.ts'
import { openBrowser } from '../../../../test/identity/person.ts'
import {
  beginSignIn,
  codeOf,
  enrolPasskey,
  enrolTotp,
  forgetUsedCodes,
  isSignedIn,
  newPerson,
  optionsIn,
  tokenOf,
  wrongCodeOf,
} from '../../../../test/identity/second-factor.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { second } from '../../../kernel/durations.ts'

const app = await startApp()

async function personWithTotp() {
  const person = await newPerson(app)
  const token = await tokenOf(app, person)
  return { person, token, ...(await enrolTotp(app, token)) }
}

async function personWithPasskey() {
  const person = await newPerson(app)
  const token = await tokenOf(app, person)
  return { person, token, ...(await enrolPasskey(app, token)) }
}

test('the password alone does not sign in: the app code follows', async () => {
  const { person, secret } = await personWithTotp()
  await app.query(`update users set last_sign_in_at = null where id = '${person.id}'`)
  const { browser, page, password } = await beginSignIn(app)
  const second = await password(person)
  expect(second).toBe(`${page}/second-factor`)
  expect(await isSignedIn(browser)).toBe(false)

  const next = await beginSignIn(app)
  const shown = await next.browser.open(await next.password(person))
  expect(shown.body).toContain('autocomplete="one-time-code"')
  expect(shown.body).not.toContain('<script')
  expect(await app.query(`select last_sign_in_at from users where id = '${person.id}'`)).toEqual([
    { last_sign_in_at: null },
  ])
  const tokens = await next.tokens(await next.code(codeOf(secret)))
  const claims = decodeJwt(tokens.access_token)
  expect(claims).toMatchObject({ sub: person.id, amr: ['pwd', 'otp', 'mfa'] })
  expect(Math.abs(Number(claims.auth_time) - Date.now() / 1000)).toBeLessThan(60)
  const [row] = await app.query<{ last_sign_in_at: Date | null }>(
    `select last_sign_in_at from users where id = '${person.id}'`,
  )
  expect(row!.last_sign_in_at).not.toBeNull()
})

test('the second step needs the first one in the same browser', async () => {
  const { person, secret } = await personWithTotp()
  const signIn = await beginSignIn(app)
  const form = { method: 'totp', code: codeOf(secret) }
  const early = await signIn.browser.submit(`${signIn.page}/second-factor`, form)
  expect([early.statusCode, early.body.includes('Page expired')]).toEqual([400, true])
  const address = await signIn.password(person)
  expect((await openBrowser(app).open(address)).statusCode).toBe(400)
  expect((await openBrowser(app).submit(address, form)).statusCode).toBe(400)
  expect((await signIn.tokens(await signIn.code(form.code))).access_token).toMatch(/^ey/)
})

test('a code can be used for one sign-in', async () => {
  const { person, secret } = await personWithTotp()
  const code = codeOf(secret)
  const first = await beginSignIn(app)
  await first.password(person)
  expect((await first.code(code)).statusCode).toBe(303)
  const second = await beginSignIn(app)
  await second.password(person)
  const refused = await second.code(code)
  expect([refused.statusCode, refused.body.includes('was used before')]).toEqual([401, true])
  expect((await second.code(codeOf(secret, -1))).statusCode).toBe(401) // nor an earlier one
  expect(await isSignedIn(second.browser)).toBe(false)
  const query = { action: 'sign_in_refused', subject_id: person.email }
  const wrong = { to: { reason: 'wrong_totp' } }
  expect((await app.call('GET', '/audit', { query })).json()).toMatchObject({ data: [wrong, wrong] })
})

test('of two concurrent sign-ins with the same code, one succeeds', async () => {
  const { person, secret } = await personWithTotp()
  const both = [await beginSignIn(app), await beginSignIn(app)]
  for (const signIn of both) await signIn.password(person)
  const code = codeOf(secret)
  const answers = await Promise.all(both.map((signIn) => signIn.code(code)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 401])
})

test('an attempt works while another one, which was right, resets the count', async () => {
  const { person, secret } = await personWithTotp()
  const signIn = await beginSignIn(app)
  await signIn.password(person)
  expect((await signIn.code(wrongCodeOf(secret))).statusCode).toBe(401)
  const failures = `from second_factor_failures where user_id = '${person.id}'`
  const reset = [`select ${failures} for update`, `delete ${failures}`] as const
  expect((await commitDuring(app, [...reset], () => signIn.code(codeOf(secret)))).statusCode).toBe(303)
})

test('the code that confirmed the app does not sign in', async () => {
  const person = await newPerson(app)
  const as = await tokenOf(app, person)
  const { secret } = expectOk<{ secret: string }>(
    await app.call('POST', '/profile/second-factors/totp', { as }),
    200,
  )
  const code = codeOf(secret)
  expectOk(await app.call('POST', '/profile/second-factors/totp/confirm', { as, body: { code } }), 201)
  const signIn = await beginSignIn(app)
  await signIn.password(person)
  expect((await signIn.code(code)).statusCode).toBe(401)
})

test('an attempt on a node whose clock is behind is not throttled', async () => {
  const { person, secret } = await personWithTotp()
  const signIn = await beginSignIn(app)
  await signIn.password(person)
  expect((await signIn.code(wrongCodeOf(secret))).statusCode).toBe(401)
  const { clock } = app.database
  const { milliseconds } = clock
  clock.milliseconds = () => milliseconds() - 2 * second
  try {
    expect((await signIn.code(wrongCodeOf(secret))).statusCode).toBe(401)
  } finally {
    clock.milliseconds = milliseconds
  }
})

test('after five wrong codes the wait grows, also for the right code and for concurrent attempts', async () => {
  const { person, secret } = await personWithTotp()
  const signIn = await beginSignIn(app)
  await signIn.password(person)
  const wrong = wrongCodeOf(secret)
  const answers = await Promise.all(Array.from({ length: 9 }, () => signIn.code(wrong)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 401),
    ...Array.from({ length: 4 }, () => 429),
  ])
  const refused = await signIn.code(codeOf(secret))
  expect([refused.statusCode, refused.body.includes('Try again in a minute')]).toEqual([429, true])
  expect(await isSignedIn(signIn.browser)).toBe(false)

  const passTime = (minutes: number) =>
    app.query(
      `update second_factor_failures set last_failed_at = last_failed_at - interval '${minutes} minutes' where user_id = '${person.id}'`,
    )
  const again = await beginSignIn(app)
  await again.password(person)
  await passTime(1)
  expect((await again.code(wrong)).statusCode).toBe(401)
  await passTime(1)
  expect((await again.code(codeOf(secret))).statusCode).toBe(429)
  await passTime(1)
  expect((await again.code(codeOf(secret))).statusCode).toBe(303)
  expect(await app.query(`select from second_factor_failures where user_id = '${person.id}'`)).toEqual([])
})

test('a recovery code signs in once, and its owner is notified', async () => {
  const { person, recovery_codes } = await personWithTotp()
  const typed = ` ${recovery_codes[3]!.toUpperCase().replaceAll('-', ' ')}`
  const first = await beginSignIn(app)
  await first.password(person)
  const page = await first.browser.open(`${first.page}/second-factor?method=recovery_code`)
  expect(page.body).toContain('<label for="code">Recovery code</label>')
  const { access_token } = await first.tokens(await first.code(typed, 'recovery_code'))
  expect(decodeJwt(access_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] })
  const list = await app.call('GET', '/profile/second-factors', { as: access_token })
  expect(list.json()).toMatchObject({ total: 1, recovery_codes_left: 9 })
  const told = await app.call('GET', '/notifications', { as: access_token })
  expect(told.json()).toMatchObject({ data: [{ kind: 'second_factor.code_used' }, {}] })

  const second = await beginSignIn(app)
  await second.password(person)
  expect((await second.code(typed, 'recovery_code')).statusCode).toBe(401)
  expect((await second.code('', 'recovery_code')).statusCode).toBe(401)
  expect((await second.code(recovery_codes[4]!, 'another method')).statusCode).toBe(400)
  expect(await isSignedIn(second.browser)).toBe(false)
  const used = `select from audit_entries where subject_id = '${person.id}' and action = 'recovery_code_used'`
  expect(await app.query(used)).toHaveLength(1)
})

test('a passkey is the second step after the password', async () => {
  const { person, authenticator } = await personWithPasskey()
  const signIn = await beginSignIn(app)
  const page = await signIn.browser.open(await signIn.password(person))
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  expect(page.body).not.toMatch(/<script(?! src="\/login\/passkey.js" defer><\/script>)| on\w+=|style=/i)
  const options = optionsIn(page)
  expect(options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ id: authenticator.id.toString('base64url') }],
  })
  const submit = (credential: object) =>
    signIn.browser.submit(`${signIn.page}/second-factor`, {
      method: 'passkey',
      credential: JSON.stringify(credential),
    })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const stranger = (await personWithPasskey()).authenticator
  for (const lie of [
    authenticator.get(options, { challenge: Buffer.from('another').toString('base64url') }),
    authenticator.get(options, { origin: 'https://evil.example' }),
    authenticator.get(options, { rpId: 'evil.example' }),
    authenticator.get(options, { key: privateKey }),
    stranger.get(options),
    {},
  ]) {
    const refused = await submit(lie)
    expect(refused.statusCode).toBe(401)
    expect(refused.body).toContain('The passkey could not be verified. Try again')
  }
  expect(await isSignedIn(openBrowser(app))).toBe(false)
  const { access_token } = await signIn.tokens(await submit(authenticator.get(options, { verified: false })))
  expect(decodeJwt(access_token)).toMatchObject({ sub: person.id, amr: ['pwd', 'pop', 'mfa'] })
})

test('a passkey can be the only step if the device verified its user', async () => {
  const { person, authenticator } = await personWithPasskey()
  const signIn = await beginSignIn(app)
  expect((await signIn.browser.open(signIn.page)).body).toContain(`href="${signIn.page}/passkey"`)
  const options = optionsIn(await signIn.browser.open(`${signIn.page}/passkey`))
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  const submit = (credential: object) =>
    signIn.browser.submit(`${signIn.page}/passkey`, { credential: JSON.stringify(credential) })
  expect((await submit(authenticator.get(options, { verified: false }))).statusCode).toBe(401)
  const unknown = await submit({ id: 'unknown' })
  expect([unknown.statusCode, unknown.body]).toEqual([401, expect.stringContaining('could not be verified')])
  const answer = authenticator.get(options)
  const { access_token } = await signIn.tokens(await submit(answer))
  expect(decodeJwt(access_token)).toMatchObject({ sub: person.id, amr: ['pop', 'user', 'mfa'] })

  const replay = await beginSignIn(app)
  const again = await replay.browser.submit(`${replay.page}/passkey`, { credential: JSON.stringify(answer) })
  expect(again.statusCode).toBe(401)
  await app.call('PATCH', `/users/${person.id}`, { body: { active: false } })
  const gone = await beginSignIn(app)
  const asked = optionsIn(await gone.browser.open(`${gone.page}/passkey`))
  const refused = await gone.browser.submit(`${gone.page}/passkey`, {
    credential: JSON.stringify(authenticator.get(asked)),
  })
  expect(refused.statusCode).toBe(401)
})

test('the user chooses between all available methods', async () => {
  const { person, token, secret } = await personWithTotp()
  await enrolPasskey(app, token)
  const signIn = await beginSignIn(app)
  const address = await signIn.password(person)
  const first = await signIn.browser.open(address)
  expect(first.body).toContain('data-passkey="get"')
  for (const method of ['totp', 'recovery_code']) expect(first.body).toContain(`${address}?method=${method}`)
  const app_ = await signIn.browser.open(`${address}?method=totp`)
  expect(app_.body).toContain('Code from your authenticator app')
  expect((await signIn.browser.open(`${address}?method=__proto__`)).statusCode).toBe(200)
  expect((await signIn.code(codeOf(secret))).statusCode).toBe(303)
})

test('a started sign-in ends with a new password, a deactivation or a reset', async () => {
  const { person, secret } = await personWithTotp()
  const signIn = await beginSignIn(app)
  await signIn.password(person)
  const password = 'another password of a person'
  expectOk(await app.call('PATCH', `/users/${person.id}`, { body: { password } }), 200)
  expect((await signIn.code(codeOf(secret))).statusCode).toBe(400)
  const next = await beginSignIn(app)
  await next.password({ ...person, password })
  expectOk(await app.call('DELETE', `/users/${person.id}/second-factors`), 200)
  expect((await next.code(codeOf(secret))).statusCode).toBe(401)
  expect(await isSignedIn(next.browser)).toBe(false)
  const free = await beginSignIn(app)
  expect(await free.password({ ...person, password })).toContain('/oauth2/authorize/')
})

test('a refreshed token has the auth_time of its sign-in, and a new sign-in has another', async () => {
  const { person, secret } = await personWithTotp()
  const signIn = await beginSignIn(app)
  await signIn.password(person)
  const tokens = await signIn.tokens(await signIn.code(codeOf(secret)))
  const { auth_time, amr } = decodeJwt(tokens.access_token)
  const refreshed = await app.http.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      client_id: 'console',
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    }).toString(),
  })
  expect(decodeJwt(refreshed.json<{ access_token: string }>().access_token)).toMatchObject({ auth_time, amr })

  await forgetUsedCodes(app, person)
  const anew = await beginSignIn(app, { prompt: 'login' }, signIn.browser)
  expect(anew.page).toContain('/login/')
  await anew.password(person)
  const fresh = await anew.tokens(await anew.code(codeOf(secret)))
  expect(Number(decodeJwt(fresh.access_token).auth_time)).toBeGreaterThanOrEqual(Number(auth_time))
})
