import { startApp, type TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { expectOk } from './incidents.ts'

export interface Demo {
  status: string
  at: string | null
  records: Record<string, number>
  total: number
}

export const statusOf = async (app: TestApp): Promise<Demo> => expectOk(await app.call('GET', '/demo'), 200)

/** Thousands of statements, one after the other: on a busy machine that takes a while. */
export const loadSeconds = 280

/** Milliseconds for a test or a hook that waits for a load, and does more besides. */
export const loadPatience = 2 * loadSeconds * 1000

export const loaded = (app: TestApp): Promise<Demo> =>
  eventually(async () => {
    const demo = await statusOf(app)
    return demo.status === 'loaded' && demo
  }, loadSeconds) as Promise<Demo>

/** A service whose first start has loaded the demo data. */
export async function startDemo(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ DEMO_DATA: 'true', ...env })
  await loaded(app)
  return app
}
