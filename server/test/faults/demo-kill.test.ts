import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { loadPatience, loadSeconds } from '../demo-patience.ts'
import type { Demo } from '../demo.ts'
import { eventually } from '../eventually.ts'
import { startService, type Service } from '../service.ts'

const loaded = (service: Service, token: string) =>
  eventually(async () => {
    const demo = (await (await service.call(token, '/demo')).json()) as Demo
    return demo.status === 'loaded' && demo
  }, loadSeconds) as Promise<Demo>

test(
  'a service killed while loading leaves nothing behind, and loads it once after its next start',
  async () => {
    const url = await freshDatabase()
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    const ask = async <Row>(text: string) => (await database.query(text)).rows as Row[]
    const service = await startService({ DATABASE_URL: url, DEMO_DATA: 'true' })
    // Sequence numbers are visible even from an uncommitted transaction.
    await eventually(async () => {
      const [numbers] = await ask<{ last_value: string }>('select last_value from incident_numbers')
      return Number(numbers!.last_value) > 40
    }, loadSeconds)
    service.kill('SIGKILL')
    await service.exit()
    const nothing = [{ incidents: '0', cis: '0', audited: '0', kept: '0', status: 'loading' }]
    const rows = () =>
      ask(`select (select count(*) from incidents) as incidents, (select count(*) from cis) as cis,
        (select count(*) from audit_entries where actor_id like 'demo%') as audited,
        (select count(*) from demo_records) as kept,
        (select value::jsonb ->> 'status' from instance where key = 'demo_data') as status`)
    expect(await rows()).toEqual(nothing)

    await service.restart()
    const { total } = await loaded(service, await service.token())
    expect(await rows()).toMatchObject([
      { incidents: '300', cis: '60', kept: String(total), status: 'loaded' },
    ])
    expect(await ask(`select id from jobs where type = 'load-demo-data'`)).toEqual([])
    expect(await service.stop()).toBe(0)
    await database.end()
  },
  loadPatience,
)
