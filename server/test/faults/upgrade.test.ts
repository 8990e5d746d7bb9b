import { expect, test } from 'vitest'
import { Load } from '../cluster/load.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { startReceiver } from '../receiver.ts'
import { builtEntry, launchService } from '../service.ts'
import { report } from './chance.ts'
import { buildEarlierRelease } from './earlier-release.ts'
import { addHooks, drained } from './hooks.ts'
import { nothingLost } from './ledger.ts'
import { nothingWrong, reconcile } from './reconcile.ts'
import { openSql } from './sql.ts'

const nodes = 2

test('nodes of the last release are upgraded one after another under load: nothing is lost or doubled', async () => {
  const earlier = buildEarlierRelease()
  const receiver = await startReceiver()
  const url = await freshDatabase('template0')
  const env = {
    ...receiver.env,
    DATABASE_URL: url,
    BASE_URL: 'http://mainstay.test',
    SECRET_KEY: 'k'.repeat(32),
    LOG_LEVEL: 'warn',
  }
  const services = []
  for (let i = 0; i < nodes; i++) {
    const service = await launchService({ ...env, SERVICE_INSTANCE: `node ${i}` }, openFolder(), earlier)
    // It is not bundled, so a busy machine takes longer to load it.
    services.push(await eventually(() => service.ready(), 400))
  }
  const [first] = services
  const hooks = await addHooks(first!, receiver, [{}, { priority: 'P1' }])
  const load = new Load(services, await first!.token())
  const sql = openSql(url)
  const migrations = async () => (await sql('select from migrations')).length
  const before = await migrations()
  await load.served()
  for (const service of services) {
    service.entry = builtEntry
    await service.restart()
    // The first has migrated the database while the second, of the last release, goes on serving.
    await load.served()
  }
  const during = load.ledger.acknowledged.size
  await eventually(() => load.ledger.acknowledged.size > during + 50)
  await load.close()
  expect(await migrations()).toBeGreaterThan(before)

  await drained(sql, 240)
  const { findings, figures } = await reconcile(sql, hooks, receiver.received)
  const found = await sql<{ name: string }>('select short_description as name from incidents')
  const verified = await first!.call(await first!.token(), '/audit/verify')
  report({ migrations: (await migrations()) - before, ...figures, longest_gap: load.longestGap(0) })
  expect(load.ledger.surprises).toEqual([])
  expect(load.ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
  expect(findings).toEqual(nothingWrong)
  expect(await verified.json()).toMatchObject({ valid: true })
  const kept = `select state, priority, n from incident_counts
    union all select state, priority, n from incident_totals where level = 'state'`
  const counted = await sql(`select state, priority, sum(n)::int as n from (${kept}) as kept
    group by 1, 2 having sum(n) <> 0 order by 1, 2`)
  const real = await sql(
    'select state, priority, count(*)::int as n from incidents group by 1, 2 order by 1, 2',
  )
  expect(counted).toEqual(real)
  for (const service of services) expect(await service.stop()).toBe(0)
})
