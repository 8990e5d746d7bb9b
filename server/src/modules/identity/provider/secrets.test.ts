import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectWithin, freshDatabase, withLongTimeouts } from '../../../../test/database.ts'
import { openFolder } from '../../../../test/folders.ts'
import { makeApp, type App } from '../../../app.ts'
import { readConfig, type Config } from '../../../config.ts'
import { openDatabase, type Database } from '../../../db/open.ts'
import { openKeys } from '../../../db/secret-key.ts'
import { parseKey } from '../../api-keys/model.ts'
import * as signingKeys from '../tokens/signing-keys.ts'

const given = {
  SECRET_KEY: 'the-one-key-behind-all-encryption-0123456789',
  BOOTSTRAP_CLIENT_ID: 'planter',
  BOOTSTRAP_CLIENT_SECRET: 'planted-bootstrap-secret',
  BOOTSTRAP_ADMIN_EMAIL: 'planter@example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'planted-bootstrap-password',
}

const planted = new Map<string, string>([
  ['the secret key', given.SECRET_KEY],
  ['the bootstrap secret', given.BOOTSTRAP_CLIENT_SECRET],
  ['the bootstrap password', given.BOOTSTRAP_ADMIN_PASSWORD],
  ['a chosen password', 'planted-chosen-password'],
  ['a changed password', 'planted-changed-password'],
  ['a password in a refused body', 'planted-refused-password'],
  ['a secret that was wrong', 'planted-wrong-secret'],
])

const logged: string[] = []
const answered: string[] = []
let config: Config
let database: Database
let app: App

interface Call {
  method?: 'GET' | 'POST' | 'PATCH'
  url: string
  body?: unknown
  token?: string
}

async function call({ method = 'POST', url, body, token }: Call) {
  const response = await app.http.inject({
    method,
    url,
    headers: {
      'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return response
}

const api = '/prod/api/v1'
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const askToken = (client_secret: string) =>
  call({
    url: '/oauth2/token',
    body: form({ grant_type: 'client_credentials', client_id: 'planter', client_secret }),
  })

/** Sends every secret of the service once, in valid and invalid requests. */
beforeAll(async () => {
  config = readConfig({
    ...given,
    DATABASE_URL: withLongTimeouts(await freshDatabase()),
    DATA_DIR: openFolder(),
    LOG_LEVEL: 'trace',
  })
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
  database = await openDatabase(config, log, connectWithin)
  app = await makeApp(config, database, log)
  await app.http.ready()

  const token = (await askToken(given.BOOTSTRAP_CLIENT_SECRET)).json<{ access_token: string }>().access_token
  planted.set('a token', token).set('a signature', token.split('.')[2]!)
  answered.push((await askToken('planted-wrong-secret')).body)

  const client = await call({ url: `${api}/clients`, body: { name: 'c', roles: ['viewer'] }, token })
  const { id, client_secret } = client.json<{ id: string; client_secret: string }>()
  const rotated = await call({ url: `${api}/clients/${id}/rotate-secret`, token })
  planted.set('a client secret', client_secret)
  planted.set('a rotated secret', rotated.json<{ client_secret: string }>().client_secret)

  const made = await call({ url: `${api}/profile/api-keys`, body: { name: 'k' }, token })
  const { key } = made.json<{ key: string }>()
  planted.set('an API key', key).set('the secret part of it', parseKey(key)!.secret)
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: key,
    subject_token_type: 'urn:mainstay:token-type:api-key',
  }
  const bought = await call({ url: '/oauth2/token', body: form(exchange) })
  planted.set('a token of an API key', bought.json<{ access_token: string }>().access_token)

  await plantPasswords(token)
  for (const { private_jwk } of await signingKeys.load(database.db, await openKeys(database.db, config)))
    planted.set(`the signing key`, private_jwk.d!)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

async function plantPasswords(token: string): Promise<void> {
  const user = { email: 'a@example.com', roles: ['viewer'] }
  const generated = await call({ url: `${api}/users`, body: { ...user, email: 'b@example.com' }, token })
  planted.set('a generated password', generated.json<{ password: string }>().password)
  const chosen = await call({
    url: `${api}/users`,
    body: { ...user, password: 'planted-chosen-password' },
    token,
  })
  answered.push(chosen.body)
  const { id } = chosen.json<{ id: string }>()
  const url = `${api}/users/${id}`
  answered.push(
    (await call({ method: 'PATCH', url, body: { password: 'planted-changed-password' }, token })).body,
  )
  answered.push((await call({ method: 'GET', url, token })).body)
  answered.push((await call({ method: 'GET', url: `${api}/users`, token })).body)
  const refused = { ...user, password: 'planted-refused-password' }
  answered.push((await call({ url: `${api}/users`, body: refused, token })).body)
  answered.push((await call({ url: `${api}/users`, body: { ...refused, colour: 'red' }, token })).body)
  answered.push(
    (await call({ url: `${api}/users`, body: { ...refused, password: ['planted-refused-password'] }, token }))
      .body,
  )

  await database.pool.query('alter table users rename column groups to broken')
  const failed = await call({ url: `${api}/users`, body: { ...refused, email: 'c@example.com' }, token })
  expect(failed.statusCode).toBe(500)
  answered.push(failed.body)
  await database.pool.query('alter table users rename column broken to groups')
}

/** Also in common encodings. */
const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
]

const leaksIn = (text: string) =>
  [...planted].filter(([, secret]) => forms(secret).some((form) => text.includes(form))).map(([what]) => what)

test('every secret was used', () => {
  expect([...planted.values()].every((secret) => secret?.length >= 20)).toBe(true)
  expect(planted.size).toBe(16)
})

test('a dump of the database contains no secret', async () => {
  const tables = await database.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  let dump = ''
  for (const { name } of tables.rows) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} as t`)
    dump += rows.map(({ row }) => row).join('\n')
  }
  expect(dump).toContain('planter@example.com')
  expect(dump).toContain('/users/usr_')
  expect(leaksIn(dump)).toEqual([])
})

test('passwords are stored as argon2id, with a salt each', async () => {
  const { rows } = await database.pool.query<{ password_hash: string }>('select password_hash from users')
  expect(rows.length).toBeGreaterThanOrEqual(3)
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$/)
  expect(new Set(rows.map((row) => row.password_hash)).size).toBe(rows.length)
})

test('the log contains no secret, at its most verbose level and on errors', () => {
  expect(logged.some((line) => line.includes('"level":50'))).toBe(true)
  expect(leaksIn(logged.join(''))).toEqual([])
})

test('no response repeats a password or a hash', () => {
  expect(answered.length).toBeGreaterThanOrEqual(9)
  expect(leaksIn(answered.join('\n'))).toEqual([])
  expect(answered.join('\n')).not.toMatch(/argon2|password_hash|sha256:/)
})
