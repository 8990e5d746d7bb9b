import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { openBrowser, tokensFor } from '../../../test/identity/person.ts'
import { expectOk } from '../../../test/incidents.ts'
import { countHashes } from '../../kernel/passwords.ts'

const app = await startApp({ SERVICE_INSTANCE: 'harbourmaster', BASE_URL: 'http://desk.widgetworks.example' })

let made = 0
const person = (password: string) => ({
  email: `grace.hopper${++made}@example.com`,
  name: 'Grace Hopper',
  roles: ['viewer'],
  password,
})
const create = (password: string) => app.call('POST', '/users', { body: person(password) })
const countUsers = async () => (await app.query<{ n: number }>('select count(*) as n from users'))[0]!.n

interface Refusal {
  code: string
  errors: { field: string; code: string; message: string }[]
}

test.each([
  ['password1234', 'commonly used password'],
  ['P@ssw0rd1234', 'commonly used password'],
  ['qwertyuiop123', 'commonly used password'],
  ['passwordpassword', 'Repeated'],
  ['x'.repeat(256), 'Repeated'],
  ['Welcome12345!', 'Add more words'],
  ['gracehopper1', 'It contains your name'],
  ['mainstay12345', 'the name of this service'],
  ['harbourmaster1', 'the name of this service'],
  ['widgetworks123', 'the name of this service'],
])('%s is refused: %s', async (password, why) => {
  const before = [await countUsers(), countHashes()]
  const response = await create(password)
  const { code, errors } = response.json<Refusal>()
  expect([response.statusCode, code]).toEqual([400, 'validation_error'])
  expect(errors).toMatchObject([{ field: 'password', code: 'weak_password' }])
  expect(errors[0]!.message).toContain('This password is too easy to guess.')
  expect(errors[0]!.message).toContain(why)
  expect(errors[0]!.message).not.toContain(password)
  expect([await countUsers(), countHashes()]).toEqual(before)
})

test.each([
  ['several words', 'seven lanterns over the quay'],
  ['random characters', 'qhVn72kdlwoP'],
  ['no digit, no capital, no symbol', 'marmaladeorchestratepebble'],
  ['any script', 'пустельга над причалом'],
  [
    '256 characters',
    Array.from({ length: 256 }, (_, i) => String.fromCharCode(33 + ((i * 37) % 90))).join(''),
  ],
])('a good password of %s is accepted', async (_what, password) => {
  expect((await create(password)).statusCode).toBe(201)
})

test('a password set for another user follows the same rules, and a refused update has no effect', async () => {
  const { id, version } = expectOk<{ id: string; version: number }>(
    await create('seven lanterns over the quay'),
    201,
  )
  const body = { name: 'Another Name', password: 'password1234' }
  const refused = await app.call('PATCH', `/users/${id}`, { body })
  expect(refused.json<Refusal>().errors).toMatchObject([{ field: 'password', code: 'weak_password' }])
  expect((await app.call('GET', `/users/${id}`)).json()).toMatchObject({ name: 'Grace Hopper', version })
  expect((await app.call('PATCH', '/users/usr_nobody', { body })).statusCode).toBe(404)
})

test("a user's own new password follows the same rules, and the old one stays", async () => {
  const ada = { email: 'ada@example.com', password: 'seven lanterns over the quay' }
  expectOk(await app.call('POST', '/users', { body: { ...ada, roles: ['viewer'] } }), 201)
  const redirect_uri = 'http://desk.widgetworks.example/signed-in'
  const { access_token: as } = await tokensFor(app, openBrowser(app), ada, redirect_uri)
  const change = (new_password: string) =>
    app.call('POST', '/profile/password', {
      as,
      body: { current_password: ada.password, new_password },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  const refused = await change('ada@example.com')
  expect(refused.statusCode).toBe(400)
  expect(refused.json<Refusal>().errors).toMatchObject([{ field: 'new_password', code: 'weak_password' }])
  await tokensFor(app, openBrowser(app), ada, redirect_uri)
  expect((await change('eleven herons on the pier')).statusCode).toBe(204)
  await tokensFor(app, openBrowser(app), { ...ada, password: 'eleven herons on the pier' }, redirect_uri)
})
