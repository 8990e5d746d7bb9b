import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { closeAtEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { openFolder } from './folders.ts'
import { freePort } from './free-port.ts'

/** A real Redis without persistence. */
export class RedisServer {
  readonly port: number
  #child!: ChildProcess

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(...options: string[]): Promise<this> {
    const address = ['--port', String(this.port), '--bind', '127.0.0.1']
    // A replica stores what it copies.
    const args = [...address, '--dir', openFolder(), '--save', '', '--appendonly', 'no', ...options]
    this.#child = spawn('redis-server', args, { stdio: 'ignore' })
    await eventually(() => this.command('ping'))
    return this
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  async command(name: string, ...args: string[]): Promise<unknown> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => undefined) // the command fails, too
    try {
      await client.connect()
      return await client.call(name, ...args)
    } finally {
      client.disconnect()
    }
  }
}

export async function startRedis(...options: string[]): Promise<RedisServer> {
  const server = new RedisServer(await freePort())
  closeAtEnd(() => server.kill())
  return server.start(...options)
}
