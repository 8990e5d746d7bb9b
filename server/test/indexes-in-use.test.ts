import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Ctx, Tx } from '../src/db/ctx.ts'
import { listPending } from '../src/modules/approvals/store.ts'
import { casesAmong } from '../src/modules/ai/exemplars/store.ts'
import { namesFor } from '../src/modules/ai/query/known-names.ts'
import { countUpTo } from '../src/modules/ai/query/store.ts'
import * as resolutions from '../src/modules/ai/resolutions/store.ts'
import { deleteBatch } from '../src/jobs/cleaner.ts'
import { expiredNotifications } from '../src/modules/notifications/jobs.ts'
import { impactOf } from '../src/modules/cmdb/impact.ts'
import { startApp } from './app.ts'
import { driveChanges } from './changes.ts'
import { driveCmdb } from './cmdb.ts'
import { eventually } from './eventually.ts'
import { driveIncidents } from './incidents.ts'
import { readBy } from './rows-read.ts'

const app = await startApp()
const cmdb = driveCmdb(app)
const changes = await driveChanges(app)
const incidents = driveIncidents(app)

// The jobs would suggest resolutions for the incidents below before the statements do.
const jobs = `type in ('suggest-resolutions', 'sweep-resolutions')`
await eventually(
  async () =>
    (await app.query(`update jobs set run_at = 'infinity' where ${jobs} and claimed_by is null returning id`))
      .length === 2,
)

const host = await cmdb.create({ name: 'host-1' })
const service = await cmdb.create({ name: 'shop', relationships: [{ type: 'runs_on', ci_id: host.id }] })
const change = await changes.create({ ci_ids: [service.id], category: 'network' })
const { id } = await incidents.create({ ci_id: service.id })
// Others, so that the whole tables are not as good.
for (const statement of [
  `insert into incidents (id, short_description, priority, state, ci_id, opened_by, opened_by_id, created_at, updated_at,
      allowed_transitions, sla, sla_breach_at, resolved_at)
    select incident_id(1000 + n), 'Other', priority, case when n = 1 then 'resolved' else 'new' end, ci_id(1000 + n),
      opened_by, opened_by_id, created_at, updated_at, allowed_transitions, sla, sla_breach_at, now()
    from incidents, generate_series(1, 1000) as n where id = '${id}'`,
  `insert into changes (id, short_description, priority, risk, type, state, approval, ci_ids, requested_by, created_by,
      created_by_id, created_at, updated_at)
    select record_id('CHG', 1000 + n), 'Other', priority, risk, type, 'closed', approval, array[ci_id(1000 + n)], requested_by,
      created_by, created_by_id, created_at, updated_at
    from changes, generate_series(1, 1000) as n where id = '${change.id}'`,
  `insert into cis (id, name, class, status, ip_addresses, attributes, created_at, updated_at)
    select ci_id(1000 + n), 'other-' || n, 'server', 'operational', '{}', '{}', now(), now()
    from generate_series(1, 1000) as n`,
  `insert into suggested_resolutions (incident_id, source_ids, tries, index_version, retry_at)
    select id, array[id], 1, 0, 'infinity' from incidents`,
  `insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select now(), created_by_id, created_by, 'updated', 'change', id, '[]' from changes`,
  `insert into work_notes (id, incident_id, body, visibility, author, author_id, created_at)
    select 'note_' || id, id, 'Other', 'team', opened_by, opened_by_id, now() from incidents where state = 'new'`,
  `insert into notifications (id, recipient_id, kind, title, message)
    select 'ntf_' || n, 'usr_' || n, 'assigned', 'Other', 'Other' from generate_series(1, 1000) as n`,
  'analyze incidents, changes, suggested_resolutions, audit_entries, work_notes, cis, notifications',
])
  await app.query(statement)

const page = { sort: 'created_at', order: 'desc', limit: 25, after: undefined, page: 1 } as const

test('suggestions to try again: read without those that rest', async () => {
  const read = await readBy(app, ({ db }) => resolutions.due(db, 20))
  expect(read.get('suggested_resolutions_to_retry')).toBe(0)
})

test.for<[what: string, work: (ctx: Ctx<Tx>) => Promise<unknown>]>([
  ['the impact of a CI', ({ db }) => impactOf(db, host.id, { depth: 1, types: ['runs_on'] })],
  ['approvals', ({ db, actor }) => listPending(db, actor, page)],
  ['resolved cases', ({ db }) => casesAmong(db, ['INC0001001'])],
  [
    'changes by activity',
    (ctx) =>
      countUpTo(ctx, 'change', [
        { field: 'category', values: ['network'] },
        { field: 'activity', span: { from: new Date(0) } },
      ]),
  ],
  [
    'withdrawn suggestions',
    ({ db }) =>
      sql`update incidents set deleted_at = now(), deleted_by = 'a@example.com' where id = ${id}`.execute(db),
  ],
])('%s: read by the ids of the records', async ([, work]) => {
  const read = await readBy(app, work)
  expect([...read].filter(([, n]) => n >= 100)).toEqual([])
})

test('CIs that a question names without hyphens: read by name', async () => {
  const read = await readBy(app, (ctx) => namesFor(ctx, 'Is other7 down?'))
  expect(read.get('cis_joined_name')).toBe(1)
  expect(read.get('cis')).toBeUndefined()
})

test('expired notifications: read by age, not recipient by recipient', async () => {
  const read = await readBy(app, async ({ db }) => {
    for (const rows of expiredNotifications()) await deleteBatch(db, rows)
  })
  expect([...read]).toEqual([['notifications_created', 0]])
})
