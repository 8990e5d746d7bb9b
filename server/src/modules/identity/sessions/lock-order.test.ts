import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../../../db/ctx.ts'
import { allValues, firstValue } from '../../../db/rows.ts'
import { bareCtx } from '../../../../test/ctx.ts'
import { openTestDb } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as users from '../../users/service.ts'
import * as sessions from './store.ts'

const db = await openTestDb(6)
await sql`insert into users (id, email, name, roles, groups, active)
  select 'usr_' || n, n || '@example.com', n, array['super_admin'], '{}', true from generate_series(1, 2) as n`.execute(
  db,
)

/** Without the retries of a request, which would hide a deadlock. */
const alone = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)

const waitingFor = (count: number) =>
  eventually(
    async () =>
      (await firstValue<number>(
        db,
        sql`select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )) === count,
  )

test('ending a session and raising the epoch of its account do not wait for each other', async () => {
  await sql`insert into sessions (id, uid_hash, account_id) values ('ses_1', 'uid', 'usr_1')`.execute(db)
  await sql`insert into oidc_payloads (model, id_hash, payload_sealed, session_hash, account_id)
    values ('RefreshToken', 'token', '', 'uid', 'usr_1')`.execute(db)
  const { ending, raising } = await alone(async (tx) => {
    await sql`select from sessions for update`.execute(tx)
    const ending = alone((tx) => sessions.end(tx, { account_id: 'usr_1', id: 'ses_1' }))
    await waitingFor(1)
    const raising = alone((tx) => sql`update users set epoch = epoch + 1 where id = 'usr_1'`.execute(tx))
    await waitingFor(2)
    return { ending, raising }
  })
  const [ended] = await Promise.all([ending, raising])
  expect(ended).toEqual([{ id: 'ses_1', account_id: 'usr_1', uid_hash: 'uid' }])
  expect(await allValues(db, sql`select id_hash from oidc_payloads`)).toEqual([])
})

test('of two administrators who remove each other one is refused, without waiting for each other', async () => {
  const remove = (id: string) => alone((tx) => users.remove(bareCtx(tx), id).then(() => 'removed'))
  const { removals } = await alone(async (tx) => {
    await sql`select from users for update`.execute(tx)
    const removals = ['usr_1', 'usr_2'].map((id) => remove(id).catch((error: Error) => error.message))
    await waitingFor(2)
    return { removals }
  })
  expect((await Promise.all(removals)).toSorted()).toEqual([
    'This is the last active super_admin: create another one first',
    'removed',
  ])
})
