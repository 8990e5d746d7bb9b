import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditVerification } from '../../../../console/src/api/schema.d.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { whenTokenIsAudited } from '../../../test/token-entries.ts'
import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { openKeys } from '../../db/secret-key.ts'
import { cursorsOf } from '../../http/cursors.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { minute } from '../../kernel/durations.ts'
import { canonical, sealAudit } from './chain.ts'
import { verify } from './verify.ts'

let app: TestApp
let incidents: Incidents
let keys: Keys
beforeAll(async () => {
  app = await startApp()
  await whenTokenIsAudited(app)
  incidents = driveIncidents(app)
  keys = await openKeys(app.database.db, app.ctx().config)
  // The tests seal entries themselves; a worker that is running finds its job gone and stops.
  await app.query(`delete from jobs where type = 'seal-audit'`)
})

const handler = () => sealAudit(keys) as { inTransaction: (ctx: Ctx<Tx>, job: never) => Promise<void> }
const seal = () => transact(app.ctx(), (ctx) => handler().inTransaction(ctx, undefined as never))
const check = () => verify(app.database.db, keys)

/** Other tests on the same server may delay the sealing. */
const sealAll = () =>
  eventually(async () => {
    await seal()
    return (await check()).unsealed === 0
  })

const sealed = () =>
  app.query<{ position: number; subject_id: string }>(
    `select s.position, e.subject_id from audit_seals s join audit_entries e on e.seq = s.entry_seq order by position`,
  )

test('entries are sealed in the order of their transactions, even if an earlier one commits later', async () => {
  await sealAll()
  const before = (await sealed()).length
  const slow = new pg.Client({ connectionString: app.url })
  await slow.connect()
  await slow.query('begin')
  await slow.query(`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    values (now(), 'slow', 'slow@example.com', 'created', 'test', 'slow', '[{"field":"a","from":null,"to":1}]')`)
  const { id } = await incidents.create()
  await seal()
  expect(await sealed()).toHaveLength(before)
  expect(await check()).toMatchObject({ valid: true, unsealed: 1, first_broken: null })
  await slow.query('commit')
  await slow.end()
  await sealAll()
  expect((await sealed()).slice(before).map(({ subject_id }) => subject_id)).toEqual(['slow', id])
  expect(await check()).toMatchObject({ valid: true, unsealed: 0 })
})

test('concurrent sealers do not fork the chain: one wins, the others roll back', async () => {
  await Promise.all(Array.from({ length: 20 }, () => incidents.create()))
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, seal))
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
  )
  expect(refusals).toEqual(refusals.map(() => '23505'))
  await sealAll()
  const positions = (await sealed()).map(({ position }) => position)
  expect(positions).toEqual(positions.map((_, i) => i + 1))
  expect(await check()).toMatchObject({ valid: true, checked: positions.length })
})

test('the log is consistent at every moment while it is written, sealed and verified', async () => {
  let writing = true
  const writer = async () => {
    for (let i = 0; i < 40; i++) await incidents.create()
  }
  const sealer = async () => {
    while (writing) await seal().catch(() => undefined)
  }
  const checks: boolean[] = []
  const checker = async () => {
    while (writing || checks.length < 3) {
      const response = await app.call('GET', '/audit/verify')
      expect(response.statusCode).toBe(200)
      checks.push(response.json<{ valid: boolean }>().valid)
    }
  }
  const others = [sealer(), checker(), checker()]
  await Promise.all([writer(), writer(), writer()])
  writing = false
  await Promise.all(others)
  expect(checks.length).toBeGreaterThan(2)
  expect(new Set(checks)).toEqual(new Set([true]))
})

describe('the owner of the tables', () => {
  test.each(['audit_entries', 'audit_seals', 'audit_checkpoints'])('cannot change %s', async (table) => {
    const before = await app.query(`select count(*) as n from ${table}`)
    const column = table === 'audit_entries' ? 'actor' : 'hash'
    for (const attempt of [
      `update ${table} set ${column} = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(app.query(attempt)).rejects.toThrow('append-only')
    expect(await app.query(`select count(*) as n from ${table}`)).toEqual(before)
    expect(await app.query(`select from ${table} where ${column} = 'x'`)).toEqual([])
  })
})

test('a long log is verified in batches, and in several requests', async () => {
  await sql`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select now(), 'a', 'a@example.com', 'created', 'test', n::text, '[{"field":"a","from":null,"to":1}]'
    from generate_series(1, 7000) as n`.execute(app.database.db)
  await sealAll()
  const whole = await check()
  expect(whole).toMatchObject({ valid: true, unsealed: 0, first_broken: null })
  expect(whole.checked).toBeGreaterThan(7000)

  const parts: AuditVerification[] = []
  const query: Record<string, string> = { limit: '3000' }
  do {
    const part = expectOk<AuditVerification>(await app.call('GET', '/audit/verify', { query }), 200)
    parts.push(part)
    query.cursor = part.next_cursor ?? ''
  } while (query.cursor)
  expect(parts.map(({ checked }) => checked)).toEqual([3000, 6000, whole.checked])
  expect(parts.map(({ valid }) => valid)).toEqual([null, null, true])
  expect(parts.at(-1)).toEqual(whole)
  const valid = parts[0]!.next_cursor!
  const cursors = cursorsOf(keys, ['test-admin', 'audit/verify'])
  const { started_at, ...progress } = cursors.read(valid) as { started_at: number }
  const old = cursors.write({ ...progress, started_at: started_at - 61 * minute })
  for (const cursor of [valid.replace(/^./, 'X'), 'x'.repeat(3000), old])
    expectProblem(await app.call('GET', '/audit/verify', { query: { cursor } }), 400, 'invalid_cursor')
})

test('the canonical form of an entry is the text of a jsonb array, under which earlier releases have sealed', async () => {
  await sql`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select now(), text, text || '@example.com', text, text, text,
      jsonb_build_array(jsonb_build_object('field', text, 'from', null, 'to', jsonb_build_array(1.50, true, text)))
    from unnest(${['', 'a "quoted" \\ path', 'two\nlines\t\u0001\u007f', 'Zürich 🚒 \u2028', '[1, "2"]']}::text[]) as text`.execute(
    app.database.db,
  )
  const { rows } = await sql<{ text: string; expected: string }>`
    select ${canonical} as text, jsonb_build_array(
      e.seq, iso(e.at), e.actor_id, e.actor, e.action, e.subject_type, e.subject_id, e.changes)::text as expected
    from audit_entries e`.execute(app.database.db)
  expect(rows.length).toBeGreaterThan(5)
  for (const { text, expected } of rows) expect(text).toBe(expected)
})
