import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { sendInput } from '../src/db/embedded/send-input.ts'
import { sealedColumns } from '../src/db/sealed-columns.ts'
import type { Service } from './service.ts'

const command = fileURLToPath(new URL('../../scripts/rotate-secret-key.mjs', import.meta.url))
interface Outcome {
  status: number | null
  output: string
}

const children = new Set<ReturnType<typeof spawn>>()
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

/** The command of the operator as a process; the key is sent to its standard input. */
export function launchRotation(to: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [command, '--to', '-'], { env: { PATH, HOME, ...env } })
  children.add(child)
  sendInput(child.stdin, to)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const done = once(child, 'exit').then(async (): Promise<Outcome> => ({
    status: child.exitCode,
    output: (await output).join(''),
  }))
  return { child, done }
}

export const rotate = (to: string, env: Record<string, string>) => launchRotation(to, env).done

export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The number of values that each key has encrypted, in all columns. */
export async function sealedBy(client: pg.Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of sealedColumns) {
    const { rows } = await client.query<{ key: string; n: number }>(
      `select coalesce(substring(${column} from '^k1_([0-9a-f]{16})_'), 'unnamed') as key, count(*)::int as n
       from ${table} where ${column} <> '' group by 1`,
    )
    for (const { key, n } of rows) counts.set(key, (counts.get(key) ?? 0) + n)
  }
  return counts
}

export const keyA = 'the first key of these tests, long enough'
export const keyB = 'the second key of these tests, long enough'

export const outbound = (name: string) =>
  JSON.stringify({
    name,
    url: 'https://hooks.example/in',
    events: ['incident.created'],
    sign_payloads: true,
    headers: { 'X-Token': 'a hidden value' },
  })

/** Creates encrypted data of most kinds, and credentials of a client that must keep working. */
export async function use(service: Service) {
  const token = await service.token()
  const post = (body: string, key: string) =>
    service.call(token, '/webhooks/outbound', { method: 'POST', body, headers: { 'idempotency-key': key } })
  const first = await post(outbound('one'), 'the-first-webhook')
  const answer = await first.text()
  expect(`${first.status} ${answer}`).toMatch(/^201/)
  await post(outbound('two'), 'the-second-webhook')
  const page = (await (await service.call(token, '/audit?limit=1')).json()) as { next_cursor: string }
  const again = async () => {
    const replayed = await post(outbound('one'), 'the-first-webhook')
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await replayed.text()).toBe(answer)
    expect((await service.call(token, `/audit?limit=1&cursor=${page.next_cursor}`)).status).toBe(200)
    expect((await service.call(await service.token(), '/profile')).status).toBe(200)
  }
  return { token, again }
}
