import type pg from 'pg'
import type { DemoData } from '../../console/src/api/schema.d.ts'
import { startApp, type TestApp } from './app.ts'
import { demoTemplateName } from './clones.ts'
import { freshDatabase, withLongTimeouts, withServer } from './database.ts'
import { loadSeconds } from './demo-patience.ts'
import { eventually } from './eventually.ts'
import { expectOk } from './incidents.ts'
import { indexed } from './indexed.ts'

/** As the API returns them. */
export type Demo = DemoData

export const statusOf = async (app: TestApp): Promise<Demo> => expectOk(await app.call('GET', '/demo'), 200)

export const loaded = (app: TestApp): Promise<Demo> =>
  eventually(async () => {
    const demo = await statusOf(app)
    return demo.status === 'loaded' && demo
  }, loadSeconds) as Promise<Demo>

/** A service whose first start has loaded the demo data, and indexed them: on a clone, because loading is slow. */
export async function startDemo(env: Record<string, string> = {}): Promise<TestApp> {
  await ensureDemoTemplate()
  const DATABASE_URL = withLongTimeouts(await freshDatabase(demoTemplateName))
  return startApp({ DATABASE_URL, DEMO_DATA: 'true', ...env })
}

const buildLock = 2

/** The first file creates it; the others wait. */
const ensureDemoTemplate = () =>
  withServer(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [buildLock])
    try {
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [demoTemplateName])
      if (!rowCount) await buildDemoTemplate(admin)
    } finally {
      await admin.query('select pg_advisory_unlock($1)', [buildLock])
    }
  })

async function buildDemoTemplate(admin: pg.ClientBase): Promise<void> {
  const url = await freshDatabase()
  const app = await startApp({ DATABASE_URL: withLongTimeouts(url), DEMO_DATA: 'true' })
  await loaded(app)
  await indexed(app)
  await trained(app)
  await app.close()
  await admin.query(`alter database ${nameOf(url)} rename to ${demoTemplateName}`)
}

/** Otherwise each clone that lives for long enough would train the same model. */
async function trained(app: TestApp): Promise<void> {
  expectOk(await app.call('POST', '/ai/suggest/train'), 202)
  await eventually(async () => (await app.query('select from suggest_models')).length > 0, loadSeconds)
}

const nameOf = (url: string) => /\/(\w+)\?/.exec(url)![1]!
