import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeClient } from '../../../../test/identity/token-endpoint.ts'

const app = await startApp()

test('a console at another address than BASE_URL says where to sign in', async () => {
  const redirect = encodeURIComponent('http://127.0.0.1:8080/signed-in')
  const query = `client_id=console&response_type=code&scope=openid&redirect_uri=${redirect}`
  const { statusCode, body } = await app.http.inject(`/oauth2/authorize?${query}`)
  expect(statusCode).toBe(400)
  expect(body).toContain('Sign-in works only at http://localhost:8080.')
  expect(body).toContain('href="http://localhost:8080/"')
})

test('an unknown authorization is refused with 400 without details of the client', async () => {
  const { client_id } = await makeClient(app, 'viewer')
  const redirect = 'response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fsigned-in'
  const queries = ['', 'client_id=c', `client_id=${client_id}`, 'client_id=console']
  const answers = await Promise.all(
    [...queries, ...queries.map((query) => `${query}&${redirect}`)].map((query) =>
      app.http.inject(`/oauth2/authorize/abc?${query}`),
    ),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]))
  expect(answers.map(({ headers }) => headers.location)).toEqual(answers.map(() => undefined))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]!.body).toContain('authorization request has expired')
})

const post = (url: string, payload: string) =>
  app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

test('sign-ins that one address can begin are limited, because each is stored', async () => {
  const answers = await Promise.all([
    app.http.inject('/oauth2/authorize?client_id=console'),
    post('/oauth2/authorize', 'client_id=console'),
    post('/oauth2/device_authorization', 'client_id=cli&scope=openid'),
  ])
  expect(answers.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['600', '600', '600'])
})

test('so are the parameters of one', async () => {
  const { statusCode } = await post('/oauth2/authorize', `client_id=console&state=${'x'.repeat(20_000)}`)
  expect(statusCode).toBe(413)
})
