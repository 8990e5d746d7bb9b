import { expect, test } from 'vitest'
import { freshDatabase, withLongTimeouts } from '../database.ts'
import { eventually } from '../eventually.ts'
import { startService } from '../service.ts'
import { SlowClients } from '../slow-clients.ts'
import { report } from './chance.ts'

const senders = 200
const readers = 200
/** More than the kernel buffers for a client that does not read. */
const fileSize = 8 * 2 ** 20

test(`${senders} clients that stop sending and ${readers} that stop reading do not block others`, async () => {
  const service = await startService({ DATABASE_URL: withLongTimeouts(await freshDatabase()) })
  const token = await service.token()
  const uploaded = await fetch(`${service.url}/prod/api/v1/attachments?filename=large.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(fileSize, 'x'),
  })
  expect(uploaded.status).toBe(201)
  const { id } = (await uploaded.json()) as { id: string }

  const clients = new SlowClients(service.url)
  await clients.sendPart(senders, '/oauth2/token', 'application/x-www-form-urlencoded')
  await clients.stopReading(readers, `/prod/api/v1/attachments/${id}`, `Authorization: Bearer ${token}\r\n`)

  const statuses = new Map<number, number>()
  const since = performance.now()
  await eventually(async () => {
    const answers = await Promise.all([
      service.call(token, '/incidents'),
      service.write(token, 'in between'),
      service.askToken(),
      fetch(`${service.url}/readyz`),
    ])
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return performance.now() - since > 10_000
  })
  clients.close()
  report({ senders, readers, statuses: Object.fromEntries(statuses) })
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 201])
})
