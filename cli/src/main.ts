#!/usr/bin/env node
import { getEventListeners } from 'node:events'
import { exitCodes } from './errors.ts'
import { run } from './run.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that goes away, as in `mainstay incident list | head`, is no failure.
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`error: The output could not be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})

let halt: AbortController | undefined

const exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  cwd: process.cwd(),
  // Only for commands that need it: those of the service have handlers of their own.
  get signal() {
    halt ??= haltOnSignals()
    return halt.signal
  },
})

/** Ctrl-C ends the process at once unless somebody is listening, to end by itself; the second always does. */
function haltOnSignals(): AbortController {
  const controller = new AbortController()
  const { signal } = controller
  const interrupt = () => {
    if (signal.aborted || getEventListeners(signal, 'abort').length === 0) process.exit(exitCodes.interrupted)
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt)
  return controller
}

/** A full pipe takes the rest of the output only when its reader goes on. */
const flushed = (stream: NodeJS.WriteStream) => new Promise((resolve) => stream.write('', resolve))

await Promise.all([flushed(process.stdout), flushed(process.stderr)])
process.exit(exitCode)
