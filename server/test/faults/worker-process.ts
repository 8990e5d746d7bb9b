import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { closeAtEnd } from '../cleanup.ts'

const script = fileURLToPath(new URL('./worker-process.mjs', import.meta.url))

/** A worker that holds each of its jobs for a while before it finishes it. */
export class WorkerProcess {
  readonly #child: ChildProcess
  stderr = ''

  constructor(url: string, node: string, holdSeconds = 0) {
    this.#child = spawn(process.execPath, [script, url, node, String(holdSeconds)], {
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.stderr += bytes.toString()))
    closeAtEnd(() => this.#child.kill('SIGKILL'))
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
