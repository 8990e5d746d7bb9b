import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from '../folders.ts'
import { serviceClient } from '../service-client.ts'
import { startService } from '../service.ts'

const script = fileURLToPath(new URL('../../../scripts/import.mjs', import.meta.url))

const service = await startService()
const token = await service.token()

const folder = openFolder()
function write(name: string, text: string | Buffer): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

interface Outcome {
  status: number
  stdout: string
  stderr: string
}

async function run(file: string, env: Record<string, string> = {}): Promise<Outcome> {
  const { PATH = '' } = process.env
  const credentials = { CLIENT_ID: serviceClient.id, CLIENT_SECRET: serviceClient.secret }
  const child = spawn(process.execPath, [script, file], {
    env: { PATH, BASE_URL: service.url, ...credentials, ...env },
    cwd: folder,
  })
  const outcome = { status: -1, stdout: '', stderr: '' }
  child.stdout.on('data', (bytes: Buffer) => (outcome.stdout += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (outcome.stderr += bytes.toString()))
  ;[outcome.status] = (await once(child, 'close')) as [number]
  return outcome
}

const get = async <T>(address: string): Promise<T> => (await (await service.call(token, address)).json()) as T
const totalOf = async (query: string) => (await get<{ total: number }>(`/incidents?${query}`)).total
const id = (n: number) => `INC${String(n).padStart(7, '0')}`

test('thousands of CSV records, with line breaks and commas in quotes, are imported', async () => {
  const count = 4001 // two full requests, and one record
  const rows = Array.from({ length: count }, (_, i) =>
    [id(i + 1), `"Row ${i}, ""quoted"""`, `"line one\nline two, of ${i}"`, 'P2', 'csv-run', '5" disk'].join(
      ',',
    ),
  )
  const header = 'id,short_description,description,priority,category,subcategory'
  const { status, stdout, stderr } = await run(write('many.csv', `${header}\r\n${rows.join('\r\n')}\r\n`))
  expect(stderr).toBe('')
  expect(stdout).toMatch(new RegExp(`^${count} imported, 0 skipped, 0 failed, \\d+ records per second\\n$`))
  expect(status).toBe(0)
  expect(await totalOf('category=csv-run')).toBe(count)
  for (const n of [1, 2000, 2001, 4001])
    expect(await get(`/incidents/${id(n)}`)).toMatchObject({
      short_description: `Row ${n - 1}, "quoted"`,
      description: `line one\nline two, of ${n - 1}`,
      subcategory: '5" disk',
    })
})

test('a second run imports nothing twice', async () => {
  const records = Array.from({ length: 50 }, (_, i) => ({
    id: id(20_000 + i),
    short_description: `Zeile ${i} äöü 🔥`,
    category: 'lines-run',
  }))
  const file = write('many.jsonl', records.map((record) => JSON.stringify(record)).join('\n'))
  expect((await run(file)).stdout).toMatch(/^50 imported, 0 skipped, 0 failed/)
  const again = await run(file)
  expect([again.status, again.stdout]).toEqual([
    0,
    expect.stringMatching(/^0 imported, 50 skipped, 0 failed/),
  ])
  expect(await totalOf('category=lines-run')).toBe(50)
  expect(await get(`/incidents/${id(20_049)}`)).toMatchObject({ short_description: 'Zeile 49 äöü 🔥' })
})

test('errors name the record in the whole file, and the exit status is set', async () => {
  const lines = Array.from({ length: 2003 }, (_, i) =>
    [7, 2000, 2001, 2003].includes(i + 1)
      ? JSON.stringify({ category: 'errors-run' })
      : JSON.stringify({ short_description: 'Good', category: 'errors-run' }),
  )
  const { status, stdout, stderr } = await run(write('errors.ndjson', `${lines.join('\n\n')}\n`))
  expect(status).toBe(1)
  expect(stdout).toMatch(/^1999 imported, 0 skipped, 4 failed/)
  expect(stderr.trim().split('\n').toSorted()).toEqual(
    [7, 2000, 2001, 2003].map((n) => `record ${n}: short_description is required`).toSorted(),
  )
  expect(await totalOf('category=errors-run')).toBe(1999)
})

test('a file that is not UTF-8 is refused', async () => {
  const bytes = Buffer.concat([Buffer.from('short_description\nB'), Buffer.from([0xfc]), Buffer.from('ro\n')])
  const { status, stderr } = await run(write('latin.csv', bytes))
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('records 1 to 1: The body is not valid UTF-8'),
  ])
})

test('credentials come from the data directory if the environment has none', async () => {
  const data = path.join(folder, 'kept')
  mkdirSync(data)
  const kept = { client_id: serviceClient.id, client_secret: serviceClient.secret }
  writeFileSync(path.join(data, 'credentials.json'), JSON.stringify(kept))
  const file = write('one.jsonl', JSON.stringify({ short_description: 'One' }))
  const env = { CLIENT_ID: '', CLIENT_SECRET: '', DATA_DIR: data }
  expect((await run(file, env)).stdout).toMatch(/^1 imported/)
})

test.each<[what: string, file: string, env: Record<string, string>, message: string]>([
  ['no file', 'none.csv', {}, 'does not exist'],
  ['an unknown kind of file', 'one.xlsx', {}, 'Usage: npm run import'],
  ['no service', 'one.jsonl', { BASE_URL: 'http://127.0.0.1:9' }, 'No service answers'],
  ['a wrong secret', 'one.jsonl', { CLIENT_SECRET: 'wrong' }, 'refused to issue a token'],
  ['no credentials', 'one.jsonl', { CLIENT_ID: '' }, 'Set CLIENT_ID'],
])('%s stops it with a message', async (_what, file, env, message) => {
  write('one.jsonl', JSON.stringify({ short_description: 'One' }))
  const { status, stdout, stderr } = await run(file, env)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/\n +at /)
})
