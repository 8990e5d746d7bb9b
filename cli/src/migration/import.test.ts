import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Incident } from '@mainstay/sdk'
import { expect, test } from 'vitest'
import { bootstrapClient } from '../../../server/test/accounts.ts'
import { startApp } from '../../../server/test/app.ts'
import { openCli } from '../../../server/test/cli.ts'
import type { ImportReport } from './run-import.ts'
import { mappings } from './mappings.ts'

const app = await startApp()
const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
const cli = openCli({
  MAINSTAY_URL: url,
  MAINSTAY_CLIENT_ID: bootstrapClient.id,
  MAINSTAY_CLIENT_SECRET: bootstrapClient.secret,
})
const samples = fileURLToPath(new URL('../../../docs/examples/import', import.meta.url))
const sample = (name: string) => {
  const file = path.join(cli.cwd, name)
  copyFileSync(path.join(samples, name), file)
  return file
}
const counts = () =>
  app.query(`select (select count(*) from incidents) as incidents, (select count(*) from work_notes) as notes,
    (select count(*) from cis) as cis, (select count(*) from articles) as articles`)

const files = Object.keys(mappings).flatMap((system) =>
  ['json', 'csv', 'xml']
    .map((form) => `${system}.${form}`)
    .filter((name) => existsSync(path.join(samples, name)))
    .map((name) => ({ system, name })),
)

test.for(files)('$name is imported once: dry run, import, and again', async ({ system, name }) => {
  const file = sample(name)
  const before = await counts()
  const planned = await cli.json<ImportReport>(['import', system, file, '--dry-run'])
  expect(planned.failed).toBe(0)
  expect(planned.would_create).toBe(planned.records)
  expect(await counts()).toEqual(before)

  const done = await cli.json<ImportReport>(['import', system, file, '--report', 'report.json'])
  expect([done.created, done.failed]).toEqual([planned.records, 0])
  expect(done.results.filter(({ message }) => message !== undefined)).toEqual([])
  expect(JSON.parse(readFileSync(path.join(cli.cwd, 'report.json'), 'utf8'))).toEqual(done)
  expect(existsSync(`${file}.import.json`)).toBe(false)
  const after = await counts()

  const again = await cli.call(['import', system, file])
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`${done.records} existed before`) })
  expect(await counts()).toEqual(after)
})

test('an import that was interrupted goes on, and failures end with exit code 7', async () => {
  const tickets = Array.from({ length: 450 }, (_, i) => ({
    number: `R${i}`,
    title: `Ticket ${i}`,
    state: 'open',
    created_at: '2024-01-01T00:00:00Z',
    articles: [{ id: 1, body: i === 449 ? 'x' : 'Text' }],
  }))
  const file = path.join(cli.cwd, 'many.json')
  writeFileSync(file, JSON.stringify(tickets))
  const controller = new AbortController()
  const before = await cli.call(['import', 'zammad', file], {
    isTerminal: true,
    signal: controller.signal,
    onOutput: (text) => {
      if (text.includes('200 of 450')) controller.abort()
    },
  })
  expect(before.code).not.toBe(0)
  appendFileSync(`${file}.import.json`, '[{"record": 2')
  await cli.json(['import', 'zammad', file, '--dry-run'])
  expect(existsSync(`${file}.import.json`)).toBe(true)
  const { created, failed, records } = await cli.json<ImportReport>(['import', 'zammad', file])
  expect([created, failed, records]).toEqual([450, 0, 450])
  const total = await app.query(`select count(*) as n from incidents where short_description like 'Ticket %'`)
  expect(total).toEqual([{ n: 450 }])

  const twice = { ...tickets[0], number: 'R-twice' }
  writeFileSync(file, JSON.stringify([twice, ...tickets, twice]))
  const planned = await cli.json<ImportReport>(['import', 'zammad', file, '--dry-run'])
  expect([planned.would_create, planned.exists]).toEqual([1, 451])

  const cis = [
    { sys_id: 'bad', name: 'x', fqdn: 'no host name!' },
    { sys_id: 'bad', name: 'y' },
    { number: 'CHG0030001', short_description: 'Upgrade' },
  ]
  writeFileSync(file, JSON.stringify({ result: cis }))
  const foreseen = await cli.call(['import', 'servicenow', file, '--dry-run'])
  expect(foreseen).toMatchObject({ code: 7, stdout: expect.stringContaining('1 would be created, 1 failed') })
  const refused = await cli.call(['import', 'servicenow', file])
  expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining('bad: fqdn must be a host name') })
  expect(refused.stderr).toContain('row 3 (CHG0030001) was left out: it is a row of another table')
  expect(refused.stdout).toContain('2 records from 3 rows: 1 created, 1 failed, 1 row left out')
  const incident = await cli.json<{ data: Incident[] }>(['incident', 'list', '-q', 'erp'])
  expect(incident.data.map(({ number }) => number)).toContain('INC0010112')
})

test('a ticket with more notes than a request takes is imported whole, oldest note first', async () => {
  const articles = Array.from({ length: 30 }, (_, id) => ({
    id,
    body: `${id} ${'x'.repeat(99_000)}`,
    created_at: `2024-03-${String(31 - id).padStart(2, '0')}T00:00:00Z`,
  }))
  const file = path.join(cli.cwd, 'long.json')
  writeFileSync(file, JSON.stringify([{ number: 'L1', title: 'Long', state: 'open', articles }]))
  const { created, exists, notes, results } = await cli.json<ImportReport>(['import', 'zammad', file])
  expect([created, exists, notes, results.length]).toEqual([1, 0, 29, 1])
  const order = await app.query<{ id: string }>(
    `select split_part(body, ' ', 1) as id from work_notes where incident_id = '${results[0]!.id}' order by seq`,
  )
  expect(order.map(({ id }) => Number(id))).toEqual(
    articles
      .map(({ id }) => id)
      .slice(1)
      .toReversed(),
  )
})

test('a dry run says nothing about a ticket that is sent in parts', async () => {
  const articles = Array.from({ length: 502 }, (_, id) => ({ id, body: `Note ${id}` }))
  const file = path.join(cli.cwd, 'parts.json')
  writeFileSync(file, JSON.stringify([{ number: 'P1', title: 'Parts', state: 'open', articles }]))
  const { results } = await cli.json<ImportReport>(['import', 'zammad', file, '--dry-run'])
  expect(results).toEqual([{ record: 1, type: 'incident', external_id: 'P1', status: 'would_create' }])
})

test.for<[string, string, string]>([
  [
    'rows of other tables only',
    '[{"title": "No ID"}]',
    'has no records of Zammad (1 row; row 1 was left out: it has no ID)',
  ],
  ['an empty list', '[]', 'has no records'],
  ['half a file', '{"tickets": [', 'cannot be read'],
  ['another format', '%PDF-1.4', 'has no records'],
])('%s is refused with what is expected', async ([, content, message]) => {
  const file = path.join(cli.cwd, 'wrong.json')
  writeFileSync(file, content)
  const { code, stderr } = await cli.call(['import', 'zammad', file])
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr).toContain('Expected: JSON of tickets')
})

test('a time zone that does not exist is refused before anything is sent', async () => {
  const before = await counts()
  const { code, stderr } = await cli.call(['import', 'jira', sample('jira.csv'), '--time-zone', 'Berlin'])
  expect([code, stderr]).toEqual([2, expect.stringContaining("there is no time zone 'Berlin'")])
  expect(await counts()).toEqual(before)
})

const read = { code: 0, stdout: expect.stringContaining('1 would be created'), stderr: '' }
const refused = { code: 2, stdout: '', stderr: expect.stringMatching(/not UTF-8[^]*iconv -f WINDOWS-1252/) }

test.for<[BufferEncoding, object]>([
  ['utf16le', read],
  ['latin1', refused],
])('an export in %s is read, or it is said how to convert it', async ([encoding, expected]) => {
  const file = path.join(cli.cwd, `${encoding}.csv`)
  writeFileSync(file, `\uFEFFIssue key,Summary,Status\nENC-1,Tür klemmt,Open\n`, encoding)
  expect(await cli.call(['import', 'jira', file, '--dry-run'])).toMatchObject(expected)
})
