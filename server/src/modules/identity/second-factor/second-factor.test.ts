import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { commitDuring } from '../../../../test/commit-during.ts'
import { Authenticator } from '../../../../test/identity/authenticator.ts'
import { certificateWithCrl } from '../../../../test/identity/certificate-with-crl.ts'
import { makeKey } from '../../../../test/identity/key-owners.ts'
import {
  codeOf,
  enrolPasskey,
  enrolTotp,
  newPerson,
  tokenOf,
  wrongCodeOf,
  type Person,
} from '../../../../test/identity/second-factor.ts'
import { accessToken, exchangeKey } from '../../../../test/identity/token-endpoint.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp({
  MFA_REQUIRED_ROLES: 'auditor',
  SERVICE_INSTANCE: 'Night desk',
  SMTP_URL: 'smtp://127.0.0.1:1', // nothing listens there, so that emails stay in the queue
})

const path = '/profile/second-factors'

interface List {
  data: { id: string; type: string; name: string }[]
  total: number
  recovery_codes_left: number
  required: boolean
}
const listOf = async (as: string) => expectOk<List>(await app.call('GET', path, { as }), 200)
const audited = (id: string) =>
  app.query<{ action: string; actor: string }>(
    `select action, actor from audit_entries where subject_id = '${id}' and action ~ 'factor|recovery' order by seq`,
  )
const notified = async (as: string) =>
  expectOk<{ data: { kind: string }[] }>(await app.call('GET', '/notifications', { as }), 200).data.map(
    ({ kind }) => kind,
  )

async function personWithToken(): Promise<{ person: Person; as: string }> {
  const person = await newPerson(app)
  return { person, as: await tokenOf(app, person) }
}

test('an app is active once its code is confirmed; the secret is encrypted at rest', async () => {
  const { person, as } = await personWithToken()
  expect((await app.call('GET', '/profile', { as })).json()).toMatchObject({ mfa_enrolled: false })
  const begun = await app.call('POST', `${path}/totp`, { as })
  const { secret, otpauth_uri } = expectOk<{ secret: string; otpauth_uri: string }>(begun, 200)
  expect(otpauth_uri).toContain('otpauth://totp/Night%20desk:')
  expect(otpauth_uri).toContain(`secret=${secret}`)
  expect(await listOf(as)).toMatchObject({ data: [], recovery_codes_left: 0 })

  const wrong = wrongCodeOf(secret)
  const refused = await app.call('POST', `${path}/totp/confirm`, { as, body: { code: wrong } })
  expect(expectProblem(refused, 400, 'validation_error').errors).toMatchObject([{ field: 'code' }])
  expect((await app.call('GET', '/profile', { as })).json()).toMatchObject({ mfa_enrolled: false })
  expect(await audited(person.id)).toEqual([])

  const body = { code: codeOf(secret), name: 'Phone' }
  const confirmed = await app.call('POST', `${path}/totp/confirm`, { as, body })
  const { recovery_codes, ...factor } = expectOk<{ recovery_codes: string[] }>(confirmed, 201)
  expect(factor).toMatchObject({ type: 'totp', name: 'Phone', last_used_at: null })
  expect(new Set(recovery_codes).size).toBe(10)
  expect((await app.call('GET', '/profile', { as })).json()).toMatchObject({ mfa_enrolled: true })
  expect(await listOf(as)).toMatchObject({ total: 1, recovery_codes_left: 10, required: false })
  expect(await audited(person.id)).toEqual([{ action: 'second_factor_added', actor: person.email }])
  expect(await notified(as)).toEqual(['second_factor.added'])
  const mails = `select payload ->> 'subject' as subject from jobs where type = 'send-mail' and payload ->> 'to' = '${person.email}'`
  expect(await app.query(mails)).toEqual([{ subject: 'Second factor added: Phone' }])

  const rows = await app.query(
    `select second_factors::text from second_factors where user_id = '${person.id}'
     union all select recovery_codes::text from recovery_codes where user_id = '${person.id}'`,
  )
  const stored = JSON.stringify(rows)
  for (const text of [secret, ...recovery_codes]) expect(stored).not.toContain(text)
  expectProblem(await app.call('POST', `${path}/totp/confirm`, { as, body }), 409, 'no_enrolment')
})

test('an app that is confirmed twice at the same time is added once', async () => {
  const { person, as } = await personWithToken()
  const { secret } = expectOk<{ secret: string }>(await app.call('POST', `${path}/totp`, { as }), 200)
  const confirm = () => app.call('POST', `${path}/totp/confirm`, { as, body: { code: codeOf(secret) } })
  const lock = `select from users where id = '${person.id}' for update`
  const answers = await commitDuring(app, [lock], () => Promise.all([confirm(), confirm()]))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  expectProblem(
    answers.find(({ statusCode }) => statusCode === 409)!,
    409,
    'no_enrolment',
  )
  expect((await listOf(as)).total).toBe(1)
})

test('a new password ends an enrolment that is under way', async () => {
  const { person, as } = await personWithToken()
  const { secret } = expectOk<{ secret: string }>(await app.call('POST', `${path}/totp`, { as }), 200)
  const body = { code: codeOf(secret) }
  const change = `update users set epoch = epoch + 1 where id = '${person.id}'`
  const late = await commitDuring(app, [change], () => app.call('POST', `${path}/totp/confirm`, { as, body }))
  expectProblem(late, 401, 'unauthenticated')
  expect(await app.query(`select from second_factors where user_id = '${person.id}'`)).toEqual([])
})

test('a new secret invalidates the one before', async () => {
  const { as } = await personWithToken()
  const first = expectOk<{ secret: string }>(await app.call('POST', `${path}/totp`, { as }), 200)
  expectOk(await app.call('POST', `${path}/totp`, { as }), 200)
  const body = { code: codeOf(first.secret) }
  expectProblem(await app.call('POST', `${path}/totp/confirm`, { as, body }), 400, 'validation_error')
  expect((await listOf(as)).total).toBe(0)
})

test('a user has several named passkeys, and renames and removes them', async () => {
  const { person, as } = await personWithToken()
  const laptop = await enrolPasskey(app, as, 'Laptop')
  const phone = await enrolPasskey(app, as)
  expect(laptop.recovery_codes).toHaveLength(10)
  expect(phone.recovery_codes).toBeUndefined()
  const renamed = await app.call('PATCH', `${path}/${phone.id}`, { as, body: { name: 'Phone' } })
  expect(expectOk(renamed, 200)).toMatchObject({ name: 'Phone', type: 'passkey' })
  expect((await listOf(as)).data.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])

  expectOk(await app.call('DELETE', `${path}/${laptop.id}`, { as }), 200)
  expect(await listOf(as)).toMatchObject({ total: 1, recovery_codes_left: 10 })
  expectOk(await app.call('DELETE', `${path}/${phone.id}`, { as }), 200)
  expect(await listOf(as)).toMatchObject({ total: 0, recovery_codes_left: 0 })
  expect((await audited(person.id)).map(({ action }) => action)).toEqual([
    'second_factor_added',
    'second_factor_added',
    'second_factor_renamed',
    'second_factor_removed',
    'second_factor_removed',
  ])
  expectProblem(await app.call('DELETE', `${path}/${phone.id}`, { as }), 404, 'not_found')
})

test('a passkey response for another challenge, origin or service is refused', async () => {
  const { as } = await personWithToken()
  const lies = [
    { challenge: Buffer.from('another challenge').toString('base64url') },
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
  ]
  for (const lie of lies) {
    const options = await app.call('POST', `${path}/passkeys/options`, { as })
    const credential = new Authenticator().create(expectOk(options, 200), lie)
    const response = await app.call('POST', `${path}/passkeys`, { as, body: { credential } })
    expect(expectProblem(response, 400, 'validation_error').errors).toMatchObject([{ field: 'credential' }])
  }
  for (const credential of [{}, { id: 'x', response: { attestationObject: '!' } }, { id: 7 }]) {
    const response = await app.call('POST', `${path}/passkeys`, { as, body: { credential } })
    expectProblem(response, 400, 'validation_error')
  }
  expect((await listOf(as)).total).toBe(0)
})

test('a certificate in a passkey response causes no outgoing request', async () => {
  let calls = 0
  const inner = createServer((_request, response) => {
    calls++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const certificate = certificateWithCrl(`http://127.0.0.1:${(inner.address() as AddressInfo).port}/crl`)
  const { as } = await personWithToken()
  const options = await app.call('POST', `${path}/passkeys/options`, { as })
  const credential = new Authenticator().create(expectOk(options, 200), { certificate })
  const response = await app.call('POST', `${path}/passkeys`, { as, body: { credential } })
  inner.close()
  expectProblem(response, 400, 'validation_error')
  expect(calls).toBe(0)
  expect((await listOf(as)).total).toBe(0)
})

test('a challenge can be used for one passkey, and a passkey for one account', async () => {
  const { as } = await personWithToken()
  const options = expectOk<{ challenge: string }>(
    await app.call('POST', `${path}/passkeys/options`, { as }),
    200,
  )
  const authenticator = new Authenticator()
  const body = { credential: authenticator.create(options) }
  expectOk(await app.call('POST', `${path}/passkeys`, { as, body }), 201)
  expectProblem(await app.call('POST', `${path}/passkeys`, { as, body }), 409, 'no_enrolment')

  const other = (await personWithToken()).as
  const again = expectOk<{ challenge: string }>(
    await app.call('POST', `${path}/passkeys/options`, { as: other }),
    200,
  )
  const known = { credential: authenticator.create(again) }
  expectProblem(await app.call('POST', `${path}/passkeys`, { as: other, body: known }), 409, 'passkey_known')
  expect((await listOf(other)).total).toBe(0)
})

test('new recovery codes invalidate earlier ones, and need a second factor', async () => {
  const { person, as } = await personWithToken()
  expectProblem(await app.call('POST', '/profile/recovery-codes', { as }), 409, 'no_second_factor')
  const { recovery_codes: first } = await enrolTotp(app, as)
  const renewed = await app.call('POST', '/profile/recovery-codes', { as })
  const { recovery_codes } = expectOk<{ recovery_codes: string[] }>(renewed, 201)
  expect(recovery_codes).toHaveLength(10)
  expect(recovery_codes.some((code) => first.includes(code))).toBe(false)
  expect((await listOf(as)).recovery_codes_left).toBe(10)
  expect((await audited(person.id)).at(-1)).toEqual({ action: 'recovery_codes_renewed', actor: person.email })
})

test.each([
  ['a factor is not removed', (id: string, as: string) => app.call('DELETE', `${path}/${id}`, { as })],
  [
    'recovery codes are not renewed',
    (_: string, as: string) => app.call('POST', '/profile/recovery-codes', { as }),
  ],
])('%s with a token that a new password ends meanwhile', async (_what, call) => {
  const { person, as } = await personWithToken()
  const { id } = await enrolTotp(app, as)
  const before = await audited(person.id)
  const change = `update users set epoch = epoch + 1 where id = '${person.id}'`
  expectProblem(await commitDuring(app, [change], () => call(id, as)), 401, 'unauthenticated')
  expect(await audited(person.id)).toEqual(before)
})

test('service accounts have no second factor, and an API key cannot change its owner’s', async () => {
  const client = await app.tokenFor('viewer')
  expect(await listOf(client)).toMatchObject({ total: 0, required: false })
  for (const address of [`${path}/totp`, `${path}/passkeys/options`, '/profile/recovery-codes'])
    expectProblem(await app.call('POST', address, { as: client }), 409, 'no_second_factor')

  const { as } = await personWithToken()
  const { id } = await enrolTotp(app, as)
  const byKey = accessToken(await exchangeKey(app, (await makeKey(app, as)).key))
  expect(decodeJwt(byKey)).not.toHaveProperty('auth_time')
  expectProblem(await app.call('DELETE', `${path}/${id}`, { as: byKey }), 403, 'insufficient_role')
  expectProblem(await app.call('POST', `${path}/totp`, { as: byKey }), 403, 'insufficient_role')
  expect((await listOf(as)).total).toBe(1)
})

test('an administrator sees and resets the second factors of a user, who is notified', async () => {
  const { person, as } = await personWithToken()
  await enrolTotp(app, as, 'Lost phone')
  const address = `/users/${person.id}/second-factors`
  const seen = expectOk<List>(await app.call('GET', address), 200)
  expect(seen).toMatchObject({ data: [{ name: 'Lost phone' }], recovery_codes_left: 10, required: false })
  expect(JSON.stringify(seen)).not.toMatch(/"\w*(secret|hash)\w*":/)

  for (const method of ['GET', 'DELETE'] as const)
    expectProblem(await app.call(method, address, { as }), 403, 'insufficient_role')
  expect((await listOf(as)).total).toBe(1)

  expect(expectOk(await app.call('DELETE', address), 200)).toEqual({ removed: 1 })
  expect(await listOf(as)).toMatchObject({ total: 0, recovery_codes_left: 0 })
  expect((await audited(person.id)).at(-1)!.action).toBe('second_factors_reset')
  expect(await notified(as)).toEqual(['second_factor.reset', 'second_factor.added'])
  expect(expectOk(await app.call('DELETE', address), 200)).toEqual({ removed: 0 })
  expect(await audited(person.id)).toHaveLength(2)
  expectProblem(await app.call('DELETE', '/users/usr_none/second-factors'), 404, 'not_found')
})
