import { expect, test } from 'vitest'
import { hour } from '../../src/kernel/durations.ts'
import { freshDatabase, withLongTimeouts } from '../database.ts'
import { fuzz } from '../fuzz/client.ts'
import { startService } from '../service.ts'
import { Chance, report } from './chance.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 100_000)

test(
  `${requests} requests generated from the API description get no 5xx response, and the service survives`,
  async () => {
    const service = await startService({
      DATABASE_URL: withLongTimeouts(await freshDatabase()),
      RATE_LIMIT_GATEWAY_PER_SECOND: '1000000',
      RATE_LIMIT_GATEWAY_BURST: '1000000',
      // Nothing that a request configures can leave this machine.
      WEBHOOK_PROXY: 'http://127.0.0.1:9',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    })
    const { pid } = service
    const chance = new Chance()
    report({ seed: chance.seed, requests })
    const admin = await service.token()
    const getTokens = () => Promise.all(Array.from({ length: 4 }, () => tokenOfNewClient(service, admin)))
    const { failures, ...figures } = await fuzz(service.url, getTokens, requests, chance)
    report(figures)
    expect(failures).toEqual([])
    expect(figures.requests).toBe(requests)
    expect(service.log).toEqual([])
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(service.pid).toBe(pid)
    expect(service.hasExited).toBe(false)
  },
  3 * hour,
)

/** Rate limits are per client; several clients reach further into the AI endpoints. */
async function tokenOfNewClient(
  service: Awaited<ReturnType<typeof startService>>,
  admin: string,
): Promise<string> {
  const made = await service.call(admin, '/clients', {
    method: 'POST',
    body: JSON.stringify({ name: 'fuzz', roles: ['super_admin'] }),
  })
  const { client_id, client_secret } = (await made.json()) as { client_id: string; client_secret: string }
  return service.token({ id: client_id, secret: client_secret })
}
