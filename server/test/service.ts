import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { closeAtEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { copyFolder, openFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { administrator, ServiceClient, serviceClient } from './service-client.ts'

/** The service as built here. */
export const builtEntry = fileURLToPath(new URL('../dist/main.js', import.meta.url))

const withBootstrap = {
  BOOTSTRAP_CLIENT_ID: serviceClient.id,
  BOOTSTRAP_CLIENT_SECRET: serviceClient.secret,
  BOOTSTRAP_ADMIN_EMAIL: administrator.email,
  BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
  RATE_LIMIT_USER_PER_SECOND: '100000',
  LOG_LEVEL: 'info',
  // Tests of meaning name the encoder; the others are spared its time.
  AI_EMBEDDING: 'static-256',
  // One process starts faster; tests of several workers override this.
  WORKERS: '1',
  // Tests that need demo data override this; the others count their own records.
  DEMO_DATA: 'false',
}

type Env = Record<string, string>

/** Longer than other waits, because a start that fails is noticed by its exit. */
export const startSeconds = 600

/** The built service as a process, as an operator runs it. */
export class Service extends ServiceClient {
  readonly dataDir: string
  /** The program to start: the service as built here, or an earlier release. */
  entry: string
  readonly #env: Env
  #child!: ChildProcess
  stdout = ''
  stderr = ''

  constructor(port: number, dataDir: string, env: Env, entry = builtEntry) {
    super(port)
    this.dataDir = dataDir
    this.entry = entry
    this.#env = env
    this.spawn()
  }

  /** Starts the process again on the same data; its earlier output is discarded. */
  spawn(env: Env = {}): void {
    this.stdout = this.stderr = ''
    const { PATH = '', HOME = '' } = process.env
    this.#child = spawn(process.execPath, [this.entry], {
      env: { PATH, HOME, PORT: String(this.port), DATA_DIR: this.dataDir, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
  }

  get pid(): number {
    return this.#child.pid!
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** The lines of its log, without the banner, and without an incomplete last line. */
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
    }, startSeconds)
    if (this.hasExited) throw new Error(`The service did not start: ${this.stderr}${this.stdout}`)
    return this
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** As when the program that its output is piped to ends. */
  closeOutput(): void {
    this.#child.stdout!.destroy()
    this.#child.stderr!.destroy()
  }

  /** The exit status, or the signal that ended it, once all its output has arrived. */
  async exit(): Promise<number | NodeJS.Signals> {
    const { stdout, stderr } = this.#child
    if (!this.hasExited || !stdout!.closed || !stderr!.closed) await once(this.#child, 'close')
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
}

/** A data folder with an empty database, in a tenth of the time that a first start needs. */
export function preparedFolder(): string {
  const folder = openFolder()
  copyFolder(inject('preparedFolder'), folder)
  return folder
}

/** Starts a process without waiting until it is ready. */
export async function launchService(
  env: Env = {},
  dataDir = env.DATABASE_URL ? openFolder() : preparedFolder(),
  entry = builtEntry,
): Promise<Service> {
  const service = new Service(await freePort(), dataDir, { ...withBootstrap, ...env }, entry)
  closeAtEnd(async () => service.hasExited || service.stop())
  return service
}

export const startService = async (env: Env = {}, dataDir?: string): Promise<Service> =>
  (await launchService(env, dataDir)).ready()
