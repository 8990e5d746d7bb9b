import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../errors.ts'

/** Milliseconds for a request under a lock, so that its owner never looks dead. */
export const requestTimeout = 30_000
/** Milliseconds after which the owner of a lock must have been killed. */
const staleAfter = 60_000
const pollInterval = 50

/** Runs `work` while no other process holds the same lock file. */
export async function withLock<Result>(
  file: string,
  signal: AbortSignal,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  while (!acquire(file)) await sleep(pollInterval, undefined, { signal })
  // An interruption waits for the end of the work: who listens is not ended at once.
  const wait = () => undefined
  signal.addEventListener('abort', wait)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
    signal.removeEventListener('abort', wait)
  }
}

function acquire(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new CliError(`${file} cannot be created: ${message}`, { cause: error })
    const heldSince = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - heldSince > staleAfter) rmSync(file, { force: true })
    return false
  }
}
