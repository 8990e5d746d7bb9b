import { startApp, type TestApp } from './app.ts'
import { freshDatabase, withLongTimeouts } from './database.ts'
import { freePort } from './free-port.ts'
import { administrator, serviceClient, ServiceClient } from './service-client.ts'

type Env = Record<string, string>

/** The service with its console in this process, on its own database. */
export class Site extends ServiceClient {
  readonly #env: Env
  #app: TestApp

  constructor(port: number, env: Env, app: TestApp) {
    super(port)
    this.#env = env
    this.#app = app
  }

  /** Restarts on the same data with other settings. */
  async restart(env: Env): Promise<void> {
    await this.#app.close()
    this.#app = await listen(this.port, { ...this.#env, ...env })
  }

  /** Runs SQL directly, to see what the service has done in the background. */
  query: TestApp['query'] = (text) => this.#app.query(text)

  /** Advances the clock of the service by this many milliseconds. */
  advanceClock(milliseconds: number): void {
    const { clock } = this.#app.database
    const { now } = clock
    clock.now = () => new Date(now().getTime() + milliseconds)
  }
}

export async function startSite(more: Env = {}): Promise<Site> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: more.DATABASE_URL ?? withLongTimeouts(await freshDatabase()),
    BOOTSTRAP_CLIENT_ID: serviceClient.id,
    BOOTSTRAP_CLIENT_SECRET: serviceClient.secret,
    BOOTSTRAP_ADMIN_EMAIL: administrator.email,
    BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    ...more,
  }
  return new Site(port, env, await listen(port, env))
}

async function listen(port: number, env: Env): Promise<TestApp> {
  const app = await startApp(env)
  await app.http.listen({ host: '127.0.0.1', port })
  return app
}
