import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@mainstay/server/dist/db/embedded/server.js'
import { openPool } from '@mainstay/server/dist/db/pool.js'
import { makeLog } from '@mainstay/server/dist/log.js'
import { makeDataFolder } from './data-folder.ts'
import { startService, type Service } from './service.ts'

export type Pool = ReturnType<typeof openPool>

/** A service on a database that the benchmark can also write to. */
export async function withDatabase<T>(measure: (service: Service, pool: Pool) => Promise<T>): Promise<T> {
  const folder = makeDataFolder()
  const log = makeLog('warn')
  const server = await startEmbedded(folder, log)
  const service = await startService({ DATABASE_URL: server.url })
  const pool = openPool(server.url, 2, log)
  try {
    return await measure(service, pool)
  } finally {
    await pool.end()
    await service.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits for work in the background, as far as the database shows it. */
export async function until(pool: Pool, condition: string): Promise<void> {
  const holds = async () =>
    (await pool.query<{ holds: boolean }>(`select ${condition} as holds`)).rows[0]!.holds
  while (!(await holds())) await sleep(250)
}
