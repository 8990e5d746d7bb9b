import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ephemeral ports, so that the system does not assign it between the check and its use.
const [first, last] = [12_000, 26_000]
const perWorker = 2000
/** Parallel test files use different ranges. */
const start = first + ((Number(process.env.VITEST_POOL_ID ?? 1) * perWorker) % (last - first))
let taken = Math.floor(Math.random() * perWorker)

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < perWorker; tries++) {
    const port = start + (taken++ % perWorker)
    if (await isFree(port)) return port
  }
  throw new Error(`No port is free from ${start} on`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
