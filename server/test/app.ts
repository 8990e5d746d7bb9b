import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { makeApp, type Additions, type App } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Ctx } from '../src/db/ctx.ts'
import { connectDatabase, openDatabase, type Database } from '../src/db/open.ts'
import { system, type Role } from '../src/kernel/actor.ts'
import { bootstrapEnv } from './accounts.ts'
import { closeAtEnd } from './cleanup.ts'
import { appTemplateName } from './clones.ts'
import { connectWithin, freshDatabase, withLongTimeouts } from './database.ts'
import { checkAnswers } from './declared-answers.ts'
import { openFolder } from './folders.ts'

/** The service in this process, on its own database, called through HTTP. */
export interface TestApp {
  http: App['http']
  database: Database
  url: string
  ctx: () => Ctx
  /** A request with a token of the given role, or with the one in `as`. Paths start below the API root. */
  call: (method: Method, path: string, options?: CallOptions) => Promise<LightMyRequestResponse>
  /** A token for a fresh client with these roles. */
  tokenFor: (...roles: Role[]) => Promise<string>
  /** Runs SQL directly, to check what the service has written. */
  query: <Row>(text: string) => Promise<Row[]>
  close: () => Promise<void>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'

interface CallOptions {
  as?: string | null
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
}

export async function startApp(
  env: Record<string, string> = {},
  more: Additions = {},
  connect = connectWithin,
): Promise<TestApp> {
  const config = readConfig({
    DATABASE_URL: env.DATABASE_URL ?? withLongTimeouts(await freshDatabase(appTemplateName)),
    DATA_DIR: openFolder(),
    ...bootstrapEnv,
    DATABASE_POOL_SIZE: '6',
    RATE_LIMIT_USER_PER_SECOND: '100000',
    // Tests of meaning name the encoder; the others are spared its time.
    AI_EMBEDDING: 'static-256',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...env,
  })
  const log = pino({ level: config.log_level })
  // A clone of the template has the schema already.
  const database = env.DATABASE_URL
    ? await openDatabase(config, log, connect)
    : await connectDatabase(config.database_url, config.database_pool_size, log, connect)
  const app = await makeApp(config, database, log, more)
  database.limitWaits()
  checkAnswers(app.http)
  await app.http.ready()
  const close = closeOnce(app, database)
  closeAtEnd(close)
  const admin = await tokenOf(app.http, config.bootstrap_client_id, config.bootstrap_client_secret)

  const call: TestApp['call'] = async (method, address, { as = admin, body, headers = {}, query } = {}) => {
    const request: InjectOptions = {
      method,
      url: address.startsWith('/prod') || address.startsWith('//') ? address : `/prod/api/v1${address}`,
      headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
    }
    if (query) request.query = query
    if (body !== undefined) {
      request.payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      request.headers = { 'content-type': 'application/json', ...request.headers }
    }
    return app.http.inject(request)
  }

  return {
    http: app.http,
    database,
    url: config.database_url,
    ctx: () => ({ db: database.db, actor: system, now: database.clock.now(), log, config, wake: () => {} }),
    call,
    tokenFor: async (...roles) => {
      const made = await call('POST', '/clients', { body: { name: roles.join(' '), roles } })
      const { client_id, client_secret } = made.json<{ client_id: string; client_secret: string }>()
      return tokenOf(app.http, client_id, client_secret)
    },
    query: async <Row>(text: string) => (await sql.raw<Row>(text).execute(database.db)).rows,
    close,
  }
}

/** A test may close it before the end of the file. */
function closeOnce(app: App, database: Database): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => (closing ??= app.close().then(() => database.close()))
}

export async function tokenOf(http: App['http'], client_id: string, client_secret: string): Promise<string> {
  const response = await http.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  })
  if (response.statusCode !== 200) throw new Error(`No token: ${response.statusCode} ${response.body}`)
  return response.json<{ access_token: string }>().access_token
}
