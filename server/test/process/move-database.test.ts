import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runningUrl } from '../../src/db/embedded/attach.ts'
import { runCommand } from '../commands.ts'
import { eventually } from '../eventually.ts'
import { startPostgres15 } from '../postgres15.ts'
import { withDatabase } from '../rotation.ts'
import { startService, type Service } from '../service.ts'
import { contentsOf, tableContents } from '../table-contents.ts'

const create = async (service: Service, token?: string) => {
  const body = JSON.stringify({ short_description: 'moved', priority: 'P3' })
  return service.call(token ?? (await service.token()), '/incidents', { method: 'POST', body })
}

const whenSealed = (service: Service) =>
  eventually(async () => {
    const answer = await service.call(await service.token(), '/audit/verify')
    const verified = (await answer.json()) as { valid: boolean; unsealed: number; first_broken: unknown }
    expect(verified.first_broken).toBe(null)
    return verified.valid && verified.unsealed <= 2 // the tokens of this very test
  })

/** What a move must bring along besides rows. */
const rulesOf = (url: string) =>
  withDatabase(url, async (client) => {
    const triggers = await client.query(
      `select tgrelid::regclass::text as table, tgname as name, tgenabled as enabled from pg_trigger where not tgisinternal order by 1, 2`,
    )
    const references = await client.query(
      `select conrelid::regclass::text as table, conname as name, convalidated from pg_constraint where contype = 'f' order by 1, 2`,
    )
    return [triggers.rows, references.rows]
  })

test('from a running embedded database to PostgreSQL 15 and back: every row, and numbers and audit log go on', async () => {
  const service = await startService()
  const first = (await (await create(service)).json()) as { id: string }
  const token = await service.token()
  const url = await (await startPostgres15()).emptyDatabase()
  const moved = await runCommand('move-database', ['--to', url], { DATA_DIR: service.dataDir })
  expect(moved.output).toMatch(/Copied and compared: \d+ rows/)
  expect(moved.output).toContain('Now set DATABASE_URL')
  expect(moved.status).toBe(0)
  // The former database answers reads, once a connection that the move has ended is replaced, and takes no write that would
  // be lost.
  await eventually(async () => (await service.call(token, `/incidents/${first.id}`)).status === 200)
  expect((await create(service, token)).status).toBe(503)
  // Nor after a second move, which is refused.
  const again = await runCommand('move-database', ['--to', url], { DATA_DIR: service.dataDir })
  expect(again.output).toContain('This database was moved to')
  expect(again.status).toBe(1)
  expect((await create(service, token)).status).toBe(503)
  await service.stop()
  service.spawn()
  expect(await service.exit()).toBe(1)
  expect(service.stderr).toContain('This database was moved to')
  // The audit log has grown by what the move itself has left in it, and the marker is only in the former one.
  const grown = new Set(['audit_entries', 'audit_seals', 'audit_checkpoints', 'instance'])
  const without = (contents: Record<string, string>) =>
    Object.entries(contents).filter(([name]) => !grown.has(name))
  const [from, to] = [await contentsOf(service.dataDir), await tableContents(url)]
  expect(without(to)).toEqual(without(from))
  expect(parseInt(to.audit_entries!)).toBeGreaterThan(parseInt(from.audit_entries!))

  const SECRET_KEY = readFileSync(path.join(service.dataDir, 'secret.key'), 'utf8').trim()
  const env = { DATA_DIR: service.dataDir, DATABASE_URL: url, SECRET_KEY }
  await service.restart({ DATABASE_URL: url, SECRET_KEY })
  expect(await runCommand('move-database', ['--to', url], env)).toMatchObject({
    status: 1,
    output: expect.stringContaining('give an empty database') as string,
  })
  const second = await create(service)
  expect(second.status).toBe(201)
  expect(numberOf((await second.json()) as { id: string })).toBeGreaterThan(numberOf(first))
  await whenSealed(service)
  const rules = await rulesOf(url)
  await service.stop()

  const goBack = async () => {
    const back = await runCommand('move-database', ['--to', 'embedded'], env)
    expect(back.output).toContain('Now unset DATABASE_URL')
    expect(back.status).toBe(0)
  }
  await goBack()
  // As if it was killed while it replaced the database: it is run again, and the copy is not marked as moved.
  writeFileSync(path.join(service.dataDir, 'replacing-database'), '')
  await goBack()
  expect(existsSync(path.join(service.dataDir, 'moving'))).toBe(false)
  await service.restart({ SECRET_KEY })
  expect((await create(service)).status).toBe(201)
  const marks = await withDatabase(runningUrl(service.dataDir), (client) =>
    client.query(`select from instance where key = 'moved_to'`),
  )
  expect(marks.rowCount).toBe(0)
  await whenSealed(service)
  expect(JSON.stringify(rules)).toContain('audit_entries_keep')
  expect(rules.flat().every((rule) => rule.enabled !== 'D' && rule.convalidated !== false)).toBe(true)
})

test('a database that a service uses is not replaced with another one', async () => {
  const [service, other] = [await startService(), await startService()]
  const args = ['--from', other.dataDir, '--to', 'embedded']
  const moved = await runCommand('move-database', args, { DATA_DIR: service.dataDir })
  expect(moved.output).toContain(`Another Mainstay is running on ${service.dataDir}`)
  expect(moved.status).toBe(1)
  for (const each of [service, other]) expect((await create(each)).status).toBe(201)
  await service.restart()
  expect((await create(service)).status).toBe(201)
})

const numberOf = ({ id }: { id: string }) => Number(/\d+/.exec(id)?.[0])
