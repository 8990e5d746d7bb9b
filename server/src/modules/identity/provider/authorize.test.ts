import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeClient } from '../../../../test/identity/token-endpoint.ts'

const app = await startApp()

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
