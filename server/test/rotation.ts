import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll } from 'vitest'
import { sealedColumns } from '../src/db/sealed-columns.ts'

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
  child.stdin.end(to)
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
