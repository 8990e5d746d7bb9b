import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { countRows } from '../../src/db/backup/count-rows.ts'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { eventually } from '../eventually.ts'
import { startService } from '../service.ts'
import { Chance, report } from './chance.ts'
import { Disk, mountImage } from './disk.ts'
import { Ledger } from './ledger.ts'
import { openSql } from './sql.ts'

/** POWER_LOSSES=30 before a release. */
const losses = Number(process.env.POWER_LOSSES ?? 5)

interface Loss {
  image: string
  /** Acknowledged before the power went. */
  acknowledged: string[]
}

/** Starts the database on what the disk has kept, and checks it. Names of incidents. */
async function recover(dataDir: string): Promise<string[]> {
  const server = await startEmbedded(dataDir, pino({ level: 'silent' }))
  try {
    expect((await countRows(server.url)).length).toBeGreaterThan(30)
    const sql = openSql(server.url)
    await sql('create extension if not exists amcheck')
    // Every index against its table, and every table for damaged rows.
    await sql(`select bt_index_check(c.oid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam and a.amname = 'btree'
      where i.indisvalid and c.relkind = 'i' and c.relpersistence = 'p'`)
    const damaged = await sql(`select c.relname, v.msg from pg_class c, verify_heapam(c.oid) as v
      where c.relkind in ('r', 't') and c.relpersistence = 'p'`)
    expect(damaged).toEqual([])
    const found = await sql<{ name: string }>('select short_description as name from incidents')
    return found.map(({ name }) => name)
  } finally {
    await server.stop()
  }
}

test(`after each of ${losses} power losses the disk has every acknowledged write, and no damage`, async () => {
  const chance = new Chance()
  const disk = new Disk()
  const service = await startService({ LOG_LEVEL: 'warn' }, disk.folder)
  const token = await service.token()
  const ledger = new Ledger((name) => {
    const body = JSON.stringify({ short_description: name })
    return service.call(token, '/incidents', { method: 'POST', body })
  }, 8)
  const taken: Loss[] = []
  for (let i = 0; i < losses; i++) {
    const before = ledger.acknowledged.size
    await eventually(() => ledger.acknowledged.size > before + 20)
    await sleep(chance.between(0, 500))
    const acknowledged = [...ledger.acknowledged]
    taken.push({ image: disk.copy(`loss-${i}`), acknowledged })
  }
  await ledger.close()
  expect(ledger.surprises).toEqual([])
  expect(await service.stop()).toBe(0)

  let kept = 0
  for (const { image, acknowledged } of taken) {
    const found = new Set(await recover(mountImage(image)))
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
    expect([...found].filter((name) => !ledger.attempted.has(name))).toEqual([])
    kept += acknowledged.length
  }
  report({ seed: chance.seed, losses, acknowledged: ledger.acknowledged.size, checked: kept })
  const again = await startService({}, mountImage(disk.copy('last')))
  const newToken = await again.token()
  await eventually(async () => (await again.write(newToken, 'after the power loss')).status === 201)
})
