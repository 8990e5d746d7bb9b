import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { openKeys } from '../../db/secret-key.ts'
import { verify } from './verify.ts'

test('entries are sealed after a copy into a cluster whose transaction ids start lower', async () => {
  const app = await startApp()
  const incidents = driveIncidents(app)
  const keys = await openKeys(app.database.db, app.ctx().config)
  const whenSealed = () => eventually(async () => (await verify(app.database.db, keys)).unsealed === 0)
  await incidents.create()
  await whenSealed()
  // What a copy brings along: ids that this cluster reaches in a thousand years.
  await app.query(`alter table audit_entries disable trigger user;
    update audit_entries set xid = (xid::text::bigint + 1000000000000)::text::xid8;
    alter table audit_entries enable trigger user`)
  const { id } = await incidents.create()
  expect(await verify(app.database.db, keys)).toMatchObject({ valid: true })
  await whenSealed()
  await eventually(async () => {
    const rows = await app.query<{ sealed: boolean }>(
      `select exists (select from audit_seals where entry_seq = seq) as sealed from audit_entries where action = 'resealed'`,
    )
    return rows.length === 1 && rows[0]!.sealed
  })
  const [entry] = await app.query<{ sealed: boolean }>(
    `select exists (select from audit_seals where entry_seq = seq) as sealed from audit_entries where subject_id = '${id}'`,
  )
  expect(entry).toEqual({ sealed: true })
  await incidents.create()
  await whenSealed()
  expect(await verify(app.database.db, keys)).toMatchObject({ valid: true, first_broken: null })
  expect(await app.query(`select from audit_entries where action = 'resealed'`)).toHaveLength(1)
})
