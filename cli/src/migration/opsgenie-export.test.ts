import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { mappings } from './mappings.ts'
import { rowsOfJson } from './read-export.ts'
import { timesIn } from './time-zone.ts'

const script = fileURLToPath(new URL('../../../docs/examples/import/opsgenie-export.mjs', import.meta.url))

const listed = (id: string) => ({ id, message: 'Disk full', status: 'open', priority: 'P2', tags: [] })
const team = [{ id: 't-1', type: 'team' }]
const answers: Record<string, object> = {
  '/v2/teams': { data: [{ id: 't-1', name: 'Messaging' }] },
  '/v2/alerts?limit=100&sort=createdAt&order=asc&query=priority%3AP2': {
    data: [listed('a-1')],
    paging: { next: '/v2/alerts?offset=1' },
  },
  '/v2/alerts?offset=1': { data: [listed('a-2')], paging: {} },
  '/v2/alerts/a-1?identifierType=id': {
    data: { ...listed('a-1'), description: 'On mx-1', entity: 'mx-1', responders: team },
  },
  '/v2/alerts/a-2?identifierType=id': { data: listed('a-2') },
  '/v2/alerts/a-1/notes?limit=100': {
    data: [{ note: 'Second', owner: 'ada@example.com', createdAt: '2024-07-08T07:25:00Z', offset: '2_1' }],
    paging: { next: '/v2/alerts/a-1/notes?offset=2' },
  },
  '/v2/alerts/a-1/notes?offset=2': {
    data: [{ note: 'First', owner: 'ada@example.com', createdAt: '2024-07-08T07:20:00Z', offset: '1_1' }],
  },
  '/v2/alerts/a-2/notes?limit=100': { data: [] },
}

/** Opsgenie as the script sees it: its first answer is that there are too many requests. */
async function startOpsgenie(): Promise<string> {
  let isFirst = true
  const server = createServer(({ url = '', headers }, response) => {
    if (isFirst) {
      isFirst = false
      response.writeHead(429, { 'retry-after': '0' }).end()
    } else if (headers.authorization === 'GenieKey k-1' && answers[url])
      response.end(JSON.stringify(answers[url]))
    else response.writeHead(422).end(`No answer for ${url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the documented export of Opsgenie has descriptions, teams and notes, as the import reads them', async () => {
  const env = { OPSGENIE_URL: await startOpsgenie(), OPSGENIE_KEY: 'k-1', OPSGENIE_QUERY: 'priority:P2' }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  const { opsgenie } = mappings
  const { records, left_out } = opsgenie!.map(rowsOfJson(stdout, opsgenie!), timesIn('UTC'))
  expect(left_out).toEqual([])
  expect(records).toMatchObject([
    { type: 'ci', external_id: 'mx-1' },
    {
      external_id: 'a-1',
      ci_external_id: 'mx-1',
      fields: { description: 'On mx-1', assignment_group: 'Messaging', priority: 'P2' },
      notes: [{ body: 'Second' }, { body: 'First' }],
    },
    { external_id: 'a-2' },
  ])
})

test('the export of Opsgenie fails when Opsgenie refuses a request', async () => {
  const env = { OPSGENIE_URL: await startOpsgenie(), OPSGENIE_KEY: 'wrong' }
  await expect(promisify(execFile)(process.execPath, [script], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining('/v2/teams: 422'),
  })
})
