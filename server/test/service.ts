import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { closeAtEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { openFolder } from './folders.ts'
import { freePort } from './free-port.ts'

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url))

export const serviceClient = { id: 'process-test', secret: 'a-secret-of-process-tests' }

const withBootstrap = {
  BOOTSTRAP_CLIENT_ID: serviceClient.id,
  BOOTSTRAP_CLIENT_SECRET: serviceClient.secret,
  BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'a-password-of-process-tests',
  RATE_LIMIT_USER_PER_SECOND: '100000',
  LOG_LEVEL: 'info',
  // Tests that want it say so; the others count what they have made themselves.
  DEMO_DATA: 'false',
}

type Env = Record<string, string>

interface CallOptions {
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** The built service as a process of its own, as an operator runs it. */
export class Service {
  readonly dataDir: string
  readonly port: number
  readonly #env: Env
  #child!: ChildProcess
  stdout = ''
  stderr = ''

  constructor(port: number, dataDir: string, env: Env) {
    this.port = port
    this.dataDir = dataDir
    this.#env = env
    this.spawn()
  }

  /** Starts the process again on the same data; what it printed before is forgotten. */
  spawn(env: Env = {}): void {
    this.stdout = this.stderr = ''
    const { PATH = '', HOME = '' } = process.env
    this.#child = spawn(process.execPath, [entry], {
      env: { PATH, HOME, PORT: String(this.port), DATA_DIR: this.dataDir, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout!.on('data', (bytes: Buffer) => (this.stdout += bytes.toString()))
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.stderr += bytes.toString()))
  }

  get pid(): number {
    return this.#child.pid!
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** The lines of its log, without the banner, and without one that is still on its way. */
  get log(): Record<string, unknown>[] {
    const lines = this.stdout
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  async ready(): Promise<this> {
    await eventually(async () => {
      if (this.hasExited) return true
      return (await fetch(`${this.url}/readyz`)).ok
    })
    if (this.hasExited) throw new Error(`The service did not start: ${this.stderr}${this.stdout}`)
    return this
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** The exit status, or the signal that ended it, once all its output has arrived. */
  async exit(): Promise<number | NodeJS.Signals> {
    if (!this.hasExited || !this.#child.stdout!.closed) await once(this.#child, 'close')
    return this.#child.exitCode ?? this.#child.signalCode!
  }

  async stop(): Promise<number | NodeJS.Signals> {
    this.kill('SIGCONT')
    this.kill('SIGTERM')
    return this.exit()
  }

  async restart(env: Env = {}): Promise<this> {
    if (!this.hasExited) await this.stop()
    this.spawn(env)
    return this.ready()
  }

  askToken(client = serviceClient): Promise<Response> {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    return fetch(`${this.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  }

  async token(client = serviceClient): Promise<string> {
    const response = await this.askToken(client)
    if (!response.ok) throw new Error(`No token: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { access_token: string }).access_token
  }

  call(token: string, path: string, init: CallOptions = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
    return fetch(`${this.url}/prod/api/v1${path}`, { ...init, headers })
  }

  /** Makes an API key, the cheapest durable write there is. */
  write(token: string, name: string): Promise<Response> {
    return this.call(token, '/profile/api-keys', { method: 'POST', body: JSON.stringify({ name }) })
  }
}

/** A process that has been started but need not come up. */
export async function launchService(env: Env = {}, dataDir = openFolder()): Promise<Service> {
  const service = new Service(await freePort(), dataDir, { ...withBootstrap, ...env })
  closeAtEnd(async () => service.hasExited || service.stop())
  return service
}

export const startService = async (env: Env = {}, dataDir?: string): Promise<Service> =>
  (await launchService(env, dataDir)).ready()
