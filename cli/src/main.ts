#!/usr/bin/env node
import { run } from './run.ts'

// A reader that goes away, as in `mainstay incident list | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

let halt: AbortController | undefined

const exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  cwd: process.cwd(),
  /** Ctrl-C ends the process at once unless the command wants to end by itself; the second always does. */
  get signal() {
    if (!halt) {
      const controller = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
      halt = controller
    }
    return halt.signal
  },
})

/** A full pipe takes the rest of the output only when its reader goes on. */
const flushed = (stream: NodeJS.WriteStream) => new Promise((resolve) => stream.write('', resolve))

await Promise.all([flushed(process.stdout), flushed(process.stderr)])
process.exit(exitCode)
