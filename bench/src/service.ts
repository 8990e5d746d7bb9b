import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { makeDataFolder } from './data-folder.ts'

const credentials = { id: 'bench', secret: 'a-secret-only-for-the-bench' }

/** The service as users run it (own process, embedded database, fsync on), but with raised rate limits. */
export interface Service {
  url: string
  token: string
  call: (method: string, path: string, body?: unknown) => Promise<Response>
  /** A GET and a POST over a persistent connection, with as little work for this process as possible. */
  get: (path: string) => Promise<unknown>
  post: (path: string, body: unknown) => Promise<unknown>
  stop: () => Promise<void>
}

export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const dataDir = makeDataFolder()
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const child = await startScript('../../server/dist/main.js', `${url}/readyz`, {
    ...(process.env.WORKERS && { WORKERS: process.env.WORKERS }),
    PORT: port,
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'warn',
    BOOTSTRAP_CLIENT_ID: credentials.id,
    BOOTSTRAP_CLIENT_SECRET: credentials.secret,
    RATE_LIMIT_USER_PER_SECOND: '1000000',
    RATE_LIMIT_GATEWAY_PER_SECOND: '1000000',
    RATE_LIMIT_GATEWAY_BURST: '1000000',
    ...env,
  })
  const token = await fetchToken(url)
  const pool = new Pool(url, { connections: 64 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = async (method: 'GET' | 'POST', address: string, body?: string) => {
    const answer = await pool.request({
      method,
      path: `/prod/api/v1${address}`,
      headers,
      ...(body && { body }),
    })
    const text = await answer.body.text()
    if (answer.statusCode > 299) throw new Error(`${method} ${address}: ${answer.statusCode} ${text}`)
    return JSON.parse(text) as unknown
  }
  return {
    url,
    token,
    get: (address) => request('GET', address),
    post: (address, body) => request('POST', address, JSON.stringify(body)),
    call: (method, address, body) =>
      fetch(`${url}/prod/api/v1${address}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    stop: async () => {
      await pool.destroy()
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

// A signal would otherwise end this process without its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

/** Starts a script of Node and waits until it answers. It ends with this process, unless this one is killed. */
export async function startScript(script: string, url: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  })
  process.on('exit', () => child.kill('SIGTERM'))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${url}: the process ended with ${child.exitCode}`)
    const response = await fetch(url).catch(() => undefined) // not listening yet
    if (response?.ok) return child
    await sleep(50)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return (address as { port: number }).port
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

export async function fetchToken(url: string, { id, secret } = credentials): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}
