import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../../server/test/cleanup.ts'
import { openCli } from '../../../server/test/cli.ts'

const checkpoint = { position: 1, hash: 'a'.repeat(64) }

/** A service whose log has two parts, and what it was asked. */
async function serveLog() {
  const requests: string[] = []
  const service = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url} ${await text(request)}`)
    const isFirst = requests.length === 1
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        ...(isFirst ? { valid: null, next_cursor: 'part-2' } : { valid: true }),
        checked: requests.length * 10,
        sealed: requests.length * 10,
        unsealed: 0,
        first_broken: null,
        anchor: { source: 'none', compared: 0, ignored: 0, last_position: null },
      }),
    )
  }).listen(0, '127.0.0.1')
  closeAtEnd(() => service.close())
  await once(service, 'listening')
  const MAINSTAY_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  return { requests, cli: openCli({ MAINSTAY_URL, MAINSTAY_TOKEN: 'any' }) }
}

test.for<[method: string, argv: string[], body: string]>([
  ['GET', [], ''],
  ['POST', ['--checkpoints', 'anchors.jsonl'], JSON.stringify({ checkpoints: [checkpoint] })],
])('a long log is verified to its end by %s', async ([method, argv, body]) => {
  const { requests, cli } = await serveLog()
  writeFileSync(path.join(cli.cwd, 'anchors.jsonl'), `${JSON.stringify(checkpoint)}\n`)
  const { code, stdout } = await cli.call(['audit', 'verify', ...argv])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Integrity verified: 20 entries')])
  const target = `${method} /prod/api/v1/audit/verify`
  expect(requests).toEqual([`${target} ${body}`, `${target}?cursor=part-2 ${body}`])
})

test('of a file with many checkpoints, as many as a request takes are compared, and the last', async () => {
  const { requests, cli } = await serveLog()
  const lines = Array.from({ length: 3100 }, (_, i) =>
    JSON.stringify({
      ...checkpoint,
      position: 10 * (i + 1),
      signature: 's',
      first_entry: 10 * i + 1,
      at: 'now',
    }),
  )
  writeFileSync(path.join(cli.cwd, 'anchors.jsonl'), [...lines, '{"position": 31'].join('\n'))
  const { code, stderr } = await cli.call(['audit', 'verify', '--checkpoints', 'anchors.jsonl'])
  expect([code, stderr]).toEqual([
    0,
    'Comparing with 1500 of 3100 checkpoints.\n1 line of anchors.jsonl could not be read as a checkpoint.\n',
  ])
  const { checkpoints } = JSON.parse(requests[0]!.split(' ')[2]!) as { checkpoints: object[] }
  expect(checkpoints).toHaveLength(1500)
  // The first stands for three, the last for two.
  expect(checkpoints[0]).toEqual({ ...checkpoint, position: 30, signature: 's', first_entry: 1 })
  expect(checkpoints.at(-1)).toEqual({ ...checkpoint, position: 31_000, signature: 's', first_entry: 30_981 })
})

test('a file without checkpoints, or none at all, is wrong usage', async () => {
  const { requests, cli } = await serveLog()
  writeFileSync(path.join(cli.cwd, 'anchors.jsonl'), 'null\n{"position":1}\n')
  for (const file of ['anchors.jsonl', 'missing.jsonl'])
    expect((await cli.call(['audit', 'verify', '--checkpoints', file])).code).toBe(2)
  expect(requests).toEqual([])
})
