import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../cleanup.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { launchService, type Service } from '../service.ts'
import { report } from './chance.ts'
import { Ledger, nothingLost } from './ledger.ts'
import { openSql } from './sql.ts'

const megabyte = 2 ** 20
const limit = 384 * megabyte
const bodies = 300
const bodySize = 64 * megabyte
const atOnce = 16

const groups = '/sys/fs/cgroup/memory'

/** The kernel ends the process when it needs more; the folder of its counters. */
function limitMemory(pid: number, bytes: number): string {
  const folder = path.join(groups, `mainstay-${process.pid}`)
  mkdirSync(folder)
  closeAtEnd(() => rmdirSync(folder))
  writeFileSync(path.join(folder, 'memory.limit_in_bytes'), String(bytes))
  writeFileSync(path.join(folder, 'cgroup.procs'), String(pid))
  return folder
}

/** Sends a body without saying how long it is, for as long as the service takes it. */
function sendHugeBody(service: Service, token: string): Promise<number> {
  const chunk = Buffer.alloc(megabyte, 'x')
  return new Promise((resolve) => {
    const upload = request(`${service.url}/prod/api/v1/incidents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    upload.on('response', (response) => {
      response.resume()
      resolve(response.statusCode!)
      upload.destroy()
    })
    // The connection may be closed before the response has been read.
    upload.on('error', () => resolve(0))
    let sent = 0
    const send = () => {
      while (sent < bodySize && !upload.destroyed) {
        sent += megabyte
        if (!upload.write(chunk)) return
      }
      upload.end()
    }
    upload.on('drain', send)
    send()
  })
}

test('under a memory limit, a storm of huge bodies is refused without buffering them, and others are served', async () => {
  const url = await freshDatabase()
  const service = await launchService({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  // Before it is ready: what a process has allocated earlier does not count.
  const group = limitMemory(service.pid, limit)
  await service.ready()
  const token = await service.token()
  const ledger = new Ledger((name) => {
    const body = JSON.stringify({ short_description: name })
    return service.call(token, '/incidents', { method: 'POST', body })
  }, 4)
  const answers: Record<number, number> = {}
  let left = bodies
  const storm = async () => {
    for (; left > 0;) {
      left--
      const status = await sendHugeBody(service, token)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, storm))
  const during = ledger.acknowledged.size
  await eventually(() => ledger.acknowledged.size > during + 20)
  await ledger.close()

  const sql = openSql(url)
  const found = await sql<{ name: string }>('select short_description as name from incidents')
  const most = Number(readFileSync(path.join(group, 'memory.max_usage_in_bytes'), 'utf8'))
  report({ answers, most_mb: Math.round(most / megabyte), acknowledged: ledger.acknowledged.size })
  expect(during).toBeGreaterThan(0)
  expect(Object.keys(answers).filter((status) => !['413', '0'].includes(status))).toEqual([])
  expect(answers[413]).toBeGreaterThan(0)
  expect(ledger.surprises).toEqual([])
  expect(ledger.reconcile(found.map(({ name }) => name))).toEqual(nothingLost)
  expect(service.hasExited).toBe(false)
  expect(await service.stop()).toBe(0)
})
