import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../server/test/cleanup.ts'
import { openFolder } from '../../server/test/folders.ts'

test('a reader of a pipe gets all of a long output', async () => {
  const data = [{ id: 'INC0000001', description: 'x'.repeat(2 ** 21) }]
  const service = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(request.method === 'POST' ? { access_token: 't', expires_in: 60 } : { data, total: 1 }),
    )
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  closeAtEnd(() => service.close())
  const command = spawn(
    process.execPath,
    [fileURLToPath(new URL('../dist/main.js', import.meta.url)), 'incident', 'list', '--json'],
    {
      env: {
        MAINSTAY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
        MAINSTAY_CLIENT_ID: 'reader',
        MAINSTAY_CLIENT_SECRET: 'secret',
        MAINSTAY_CONFIG_DIR: openFolder(),
      },
    },
  )
  const [stdout, [code]] = await Promise.all([text(command.stdout), once(command, 'close')])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ data })
})
