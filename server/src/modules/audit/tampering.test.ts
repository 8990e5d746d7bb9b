import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { whenTokenIsAudited } from '../../../test/token-entries.ts'
import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { openKeys } from '../../db/secret-key.ts'
import { hmac, type Keys } from '../../kernel/crypto.ts'
import { deriveKeySet } from '../../kernel/key-ring.ts'
import { canonical, firstHash, nextHash, sealAudit } from './chain.ts'
import type { Verification } from './model.ts'
import { verify, verifyPart, type Progress } from './verify.ts'

let app: TestApp
let keys: Keys
/** The entry of each position, and the last position of each batch. */
let entryAt: Map<number, number>
let checkpoints: number[]

beforeAll(async () => {
  app = await startApp()
  await whenTokenIsAudited(app)
  keys = await openKeys(app.database.db, app.ctx().config)
  // From here on only the tests change the log; a worker that is running finds its job gone and stops.
  await app.query(`delete from jobs where type = 'seal-audit'`)
  const job = sealAudit(keys) as { inTransaction: (ctx: Ctx<Tx>, job: never) => Promise<void> }
  for (let round = 0; round < 3; round++) {
    // Entries of one transaction are sealed together, regardless of other activity on the server.
    await app.query(`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
      select now(), 'ada', 'ada@example.com', 'created', 'test', '${round} ' || n, '[{"field":"a","from":null,"to":1}]'
      from generate_series(1, 4) as n`)
    await eventually(async () => {
      await transact(app.ctx(), (ctx) => job.inTransaction(ctx, undefined as never))
      return (await verify(app.database.db, keys)).unsealed === 0
    })
  }
  const seals = await app.query<{ position: number; entry_seq: number }>(
    `select position, entry_seq from audit_seals order by position`,
  )
  entryAt = new Map(seals.map(({ position, entry_seq }) => [position, entry_seq]))
  checkpoints = (
    await app.query<{ position: number }>(`select position from audit_checkpoints order by 1`)
  ).map(({ position }) => position)
})

class Undo extends Error {}

/** With full access to the database: the triggers are off. Everything is restored afterwards. */
async function after(
  tamper: (tx: Tx) => Promise<unknown>,
  check: (tx: Tx) => Promise<Verification> = (tx) => verify(tx, keys),
): Promise<Verification> {
  let found: Verification | undefined
  await transact(app.ctx(), async ({ db }) => {
    for (const table of ['audit_entries', 'audit_seals', 'audit_checkpoints'])
      await sql.raw(`alter table ${table} disable trigger ${table}_keep`).execute(db)
    await tamper(db)
    found = await check(db)
    throw new Undo()
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return found!
}

const run = (text: string) => (tx: Tx) => sql.raw(text).execute(tx)
const inTurn =
  (...texts: string[]) =>
  async (tx: Tx) => {
    for (const text of texts) await run(text)(tx)
  }

/** A consistent chain, which can be computed without the key. */
async function rewrite(tx: Tx): Promise<void> {
  const { rows } = await sql<{ position: number; entry: string }>`
    select s.position, ${canonical} as entry from audit_seals s join audit_entries e on e.seq = s.entry_seq
    order by s.position`.execute(tx)
  let hash = firstHash
  for (const { position, entry } of rows) {
    hash = nextHash(hash, entry)
    await sql`update audit_seals set hash = ${hash} where position = ${position}`.execute(tx)
    await sql`update audit_checkpoints set hash = ${hash} where position = ${position}`.execute(tx)
  }
}

const broken = (position: number, reason: string) => ({
  valid: false,
  first_broken: { position, entry: entryAt.get(position) ?? null, reason },
})

test('an unchanged log is verified', async () => {
  expect(checkpoints.length).toBeGreaterThan(1)
  expect(await after(async () => undefined)).toEqual({
    valid: true,
    checked: entryAt.size,
    sealed: entryAt.size,
    unsealed: 0,
    first_broken: null,
    anchor: { source: 'none', compared: 0, ignored: 0, last_position: null },
  })
})

describe('the first invalid entry is named if', () => {
  const seq = (position: number) => entryAt.get(position)!

  test.each(['at', 'actor_id', 'actor', 'action', 'subject_type', 'subject_id', 'changes'])(
    '%s of an entry was changed',
    async (column) => {
      const value = { at: `at + interval '1 ms'`, changes: `changes || '[{}]'` }[column] ?? `${column} || 'x'`
      const text = `update audit_entries set ${column} = ${value} where seq = ${seq(6)}`
      expect(await after(run(text))).toMatchObject(broken(6, 'the entry was changed'))
    },
  )

  test.each([1, 5])('entry %i was deleted', async (position) => {
    const text = `delete from audit_entries where seq = ${seq(position)}`
    expect(await after(run(text))).toMatchObject(broken(position, 'the entry was removed'))
  })

  test('an entry was deleted with its seal', async () => {
    const tamper = inTurn(
      `delete from audit_entries where seq = ${seq(5)}`,
      `delete from audit_seals where position = 5`,
    )
    expect(await after(tamper)).toMatchObject({
      valid: false,
      first_broken: { position: 5, reason: 'a link of the chain is missing' },
    })
  })

  test('a deleted entry was removed and the gap closed', async () => {
    const tamper = inTurn(
      `delete from audit_entries where seq = ${seq(5)}`,
      `delete from audit_seals where position = 5`,
      `update audit_seals set position = -position where position > 5`,
      `update audit_seals set position = -position - 1 where position < 0`,
    )
    expect(await after(tamper)).toMatchObject({
      valid: false,
      first_broken: { position: 5, entry: seq(6), reason: 'the entry was changed' },
    })
  })

  test('two entries were swapped', async () => {
    const text = `update audit_entries e set subject_id = o.subject_id, changes = o.changes, at = o.at
      from audit_entries o where (e.seq, o.seq) in ((${seq(4)}, ${seq(7)}), (${seq(7)}, ${seq(4)}))`
    expect(await after(run(text))).toMatchObject(broken(4, 'the entry was changed'))
  })

  test('two entries were swapped in the chain', async () => {
    const tamper = inTurn(
      `update audit_seals set entry_seq = -1 where position = 4`,
      `update audit_seals set entry_seq = ${seq(4)} where position = 7`,
      `update audit_seals set entry_seq = ${seq(7)} where position = 4`,
    )
    expect(await after(tamper)).toMatchObject({
      valid: false,
      first_broken: { position: 4, entry: seq(7), reason: 'the entry was changed' },
    })
  })

  const forged = (number: number, xid: string) => `
    insert into audit_entries (seq, at, actor_id, actor, action, subject_type, subject_id, changes, xid)
    overriding system value select ${number}, at, actor_id, actor, action, subject_type, subject_id, changes, ${xid}
    from audit_entries where seq = ${seq(3)}`

  test('an entry was inserted', async () => {
    expect(await after((tx) => run(forged(-1, 'xid'))(tx))).toMatchObject({
      valid: false,
      first_broken: { entry: -1, reason: 'the entry was inserted afterwards' },
    })
  })

  test('an entry was inserted, already in the part that has it', async () => {
    const part = await after(run(forged(-1, 'xid')), (tx) => verifyPart(tx, keys, { limit: 1 }))
    expect(part).toMatchObject({ valid: false, checked: 1, first_broken: { entry: -1 } })
    expect(part).not.toHaveProperty('next')
  })

  test('an entry was replaced by another', async () => {
    const tamper = async (tx: Tx) => {
      await run(forged(-1, 'xid'))(tx)
      await run(`update audit_seals set entry_seq = -1 where position = 3`)(tx)
    }
    expect(await after(tamper)).toMatchObject({
      valid: false,
      first_broken: { position: 3, entry: -1, reason: 'the entry was changed' },
    })
  })

  test('the end was cut off, at any position', async () => {
    for (const keep of [0, 3, checkpoints[0]!, entryAt.size - 1]) {
      const tamper = inTurn(
        `delete from audit_entries where seq in (select entry_seq from audit_seals where position > ${keep})`,
        `delete from audit_seals where position > ${keep}`,
      )
      const { valid, first_broken } = await after(tamper)
      expect(valid, `cut after ${keep}`).toBe(false)
      expect(first_broken!.position).toBe(checkpoints.includes(keep) || keep === 0 ? keep + 1 : keep)
    }
  })

  test('the end was cut off together with its checkpoints', async () => {
    const keep = [...entryAt.keys()].find((at) => at > checkpoints[0]! && !checkpoints.includes(at))!
    const tamper = inTurn(
      `delete from audit_entries where seq in (select entry_seq from audit_seals where position > ${keep})`,
      `delete from audit_seals where position > ${keep}`,
      `delete from audit_checkpoints where position > ${keep}`,
    )
    expect(await after(tamper)).toMatchObject(broken(keep, 'the checkpoint was removed'))
  })

  test('the end was cut off, with its checkpoints, before the part that another request verified', async () => {
    const [keep, walked] = [checkpoints[0]!, checkpoints[1]!]
    let from: Progress | undefined
    const tamper = async (tx: Tx) => {
      ;({ next: from } = await verifyPart(tx, keys, { limit: walked }))
      await inTurn(
        `delete from audit_entries where seq in (select entry_seq from audit_seals where position > ${keep})`,
        `delete from audit_seals where position > ${keep}`,
        `delete from audit_checkpoints where position > ${keep}`,
      )(tx)
    }
    const rest = await after(tamper, (tx) => verifyPart(tx, keys, { from, limit: entryAt.size }))
    expect(from).toBeDefined()
    expect(rest).toMatchObject(broken(walked, 'the end of the log was cut off'))
  })

  test('an entry was changed and the whole chain rewritten by somebody without the key', async () => {
    const tamper = async (tx: Tx) => {
      await run(`update audit_entries set actor = 'mallory' where seq = ${seq(2)}`)(tx)
      await rewrite(tx)
    }
    const first = checkpoints.find((position) => position >= 2)!
    expect(await after(tamper)).toMatchObject(broken(first, 'the chain was rewritten before this checkpoint'))
  })

  test('the chain was rewritten and its checkpoints removed', async () => {
    const tamper = async (tx: Tx) => {
      await run(`update audit_entries set actor = 'mallory' where seq = ${seq(2)}`)(tx)
      await rewrite(tx)
      await run(`delete from audit_checkpoints`)(tx)
    }
    expect(await after(tamper)).toMatchObject(broken(entryAt.size, 'the checkpoint was removed'))
  })

  test('a checkpoint was moved to another position of a rewritten chain', async () => {
    const tamper = async (tx: Tx) => {
      await run(`delete from audit_checkpoints where position <> ${checkpoints[0]}`)(tx)
      await run(`update audit_checkpoints set position = ${entryAt.size}`)(tx)
    }
    expect(await after(tamper)).toMatchObject(
      broken(entryAt.size, 'the chain was rewritten before this checkpoint'),
    )
  })
})

describe('a log signed with other keys', () => {
  const { encryption } = deriveKeySet('another secret key')
  const inForce = () => keys.current.encryption
  /** As the first release signed: with the encryption key, and without the key ID. */
  const signAsBefore = (key: () => Buffer, upTo: () => number) => async (tx: Tx) => {
    const { rows } = await sql<{ position: number; hash: string }>`
      select position, hash from audit_checkpoints where position <= ${upTo()}`.execute(tx)
    for (const { position, hash } of rows) {
      const signature = hmac(key(), `audit checkpoint ${position} ${hash}`).toString('base64url')
      await sql`update audit_checkpoints set signature = ${signature} where position = ${position}`.execute(
        tx,
      )
    }
  }
  const all = () => entryAt.size
  const allButLast = () => entryAt.size - 1

  test('is valid if the first release signed it', async () => {
    expect(await after(signAsBefore(inForce, all))).toMatchObject({ valid: true, checked: entryAt.size })
  })

  test('is valid if an earlier key signed it and the current key signed the entries after it', async () => {
    const earlier = signAsBefore(() => encryption, allButLast)
    expect(await after(earlier)).toMatchObject({ valid: true, checked: entryAt.size })
    const named = run(`update audit_checkpoints set signature = 'k1_0123456789abcdef_' || signature
      where position < ${entryAt.size}`)
    expect(await after(named)).toMatchObject({ valid: true })
  })

  test('is not trusted if nothing after it is signed with the current key', async () => {
    const first = checkpoints[0]!
    const reason = 'the chain was rewritten before this checkpoint'
    expect(await after(signAsBefore(() => encryption, all))).toMatchObject(broken(first, reason))
  })
})

test('the same result is returned through HTTP', async () => {
  expect((await app.call('GET', '/audit/verify')).json()).toMatchObject({ valid: true, first_broken: null })
  const tampered = entryAt.get(2)!
  await app.query('alter table audit_entries disable trigger audit_entries_keep')
  await app.query(`update audit_entries set actor = 'mallory' where seq = ${tampered}`)
  await app.query('alter table audit_entries enable trigger audit_entries_keep')
  expect((await app.call('GET', '/audit/verify')).json()).toMatchObject({
    valid: false,
    checked: 1,
    first_broken: { position: 2, entry: tampered, reason: 'the entry was changed' },
  })
  const first = (await app.call('GET', '/audit/verify?limit=1')).json<{ next_cursor: string }>()
  expect(first).toMatchObject({ valid: null, checked: 1, first_broken: null })
  const second = await app.call('GET', '/audit/verify', { query: { cursor: first.next_cursor } })
  expect(second.json()).toMatchObject({ valid: false, checked: 1, first_broken: { position: 2 } })
  expect(second.json()).not.toHaveProperty('next_cursor')
})
