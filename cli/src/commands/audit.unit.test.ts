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

test.for<[method: string, argv: string[], body: string]>([
  ['GET', [], ''],
  ['POST', ['--checkpoints', 'anchors.jsonl'], JSON.stringify({ checkpoints: [checkpoint] })],
])('a long log is verified to its end by %s', async ([method, argv, body]) => {
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
  const cli = openCli()
  writeFileSync(path.join(cli.cwd, 'anchors.jsonl'), `${JSON.stringify(checkpoint)}\n`)
  const env = {
    MAINSTAY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    MAINSTAY_TOKEN: 'any',
  }
  const { code, stdout } = await cli.call(['audit', 'verify', ...argv], { env })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Integrity verified: 20 entries')])
  const target = `${method} /prod/api/v1/audit/verify`
  expect(requests).toEqual([`${target} ${body}`, `${target}?cursor=part-2 ${body}`])
})
