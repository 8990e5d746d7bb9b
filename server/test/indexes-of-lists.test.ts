import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Ctx, Tx } from '../src/db/ctx.ts'
import { namesOf } from '../src/modules/activity/store.ts'
import * as audit from '../src/modules/audit/store.ts'
import * as events from '../src/modules/events/store.ts'
import * as imports from '../src/modules/imports/store.ts'
import { totalFrom } from '../src/modules/incidents/counts/store.ts'
import { read } from '../src/modules/incidents/list.ts'
import * as notifications from '../src/modules/notifications/store.ts'
import { responsibleFor, stakeholders } from '../src/modules/users/people-store.ts'
import { startApp } from './app.ts'
import { driveIncidents } from './incidents.ts'
import { readBy } from './rows-read.ts'

const app = await startApp()
const { id } = await driveIncidents(app).create()
for (const statement of [
  `insert into incidents (id, short_description, priority, state, ci_id, opened_by, opened_by_id, created_at, updated_at,
      allowed_transitions, sla, sla_breach_at)
    select incident_id(1000 + n), 'Other', priority, state, ci_id(n % 20), opened_by, opened_by_id,
      created_at - n * interval '1 minute', updated_at, allowed_transitions, sla, sla_breach_at
    from incidents, generate_series(1, 2000) as n where id = '${id}'`,
  `insert into external_references (system, subject_type, external_id, subject_id)
    select 'jira', 'incident', n, '${id}' from generate_series(1, 2000) as n`,
  `insert into events (id, type, subject_id, actor_id, occurred_at, data)
    select 'evt_' || n, case when n % 100 = 0 then 'article.published' else 'incident.updated' end, 'INC' || n, 'robot', now(), '{}'
    from generate_series(1, 2000) as n`,
  `insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select now() - n * interval '1 hour', 'robot', 'Robot', case when n % 100 = 0 then 'deleted' else 'updated' end,
      case when n % 100 = 1 then 'sla_policy' else 'incident' end, 'INC' || n, '[{"field": "a"}]'
    from generate_series(1, 9000) as n`,
  `insert into notifications (id, recipient_id, kind, title, message, read_at)
    select 'ntf_' || n, 'test-admin', 'mentioned', 'Title', 'Message', case when n % 100 > 0 then now() end
    from generate_series(1, 2000) as n`,
  `insert into users (id, email, name, roles, groups)
    select 'usr_' || n, 'user' || n || '@example.com', 'Name', '{itsm_agent}', array['group' || n % 200]
    from generate_series(1, 2000) as n`,
  `insert into incident_totals (level, state, priority, assigned_to, n)
    select 'assignee', 'new', 'P' || n % 4 + 1, 'user' || n / 4 || '@example.com', 1 from generate_series(1, 2000) as n`,
  'analyze',
])
  await app.query(statement)

const page = (sort: string) => ({ sort, order: 'desc', limit: 25, after: undefined, page: 1 }) as const
const anyone = { id: 'usr_1', email: 'user1@example.com' }

test.for<[what: string, index: string, work: (ctx: Ctx<Tx>) => Promise<unknown>]>([
  [
    'external references',
    'external_references_imported',
    ({ db, actor }) => imports.list(db, actor, {}, page('imported_at')),
  ],
  [
    'events of a rare type',
    'events_rare_type',
    ({ db }) => events.list(db, { types: ['article.published'] }, page('seq')),
  ],
  [
    'audit entries by action',
    'audit_entries_action',
    ({ db }) => audit.list(db, { action: 'deleted' }, page('at')),
  ],
  [
    'audit entries by type of subject',
    'audit_entries_subject_type',
    ({ db }) => audit.list(db, { subject_type: 'sla_policy' }, page('at')),
  ],
  [
    'audit entries by time',
    'audit_entries_at',
    ({ db, now }) =>
      audit.list(db, { before: new Date(now.getTime() - 300 * 86_400_000).toISOString() }, page('at')),
  ],
  [
    'unread notifications',
    'notifications_unread',
    ({ db, actor }) => notifications.list(db, { ...actor, id: 'test-admin' }, true, page('created_at')),
  ],
  [
    'incidents of a CI',
    'incidents_ci_created',
    (ctx) => read(ctx, { ci_id: 'CI0000007' }, page('created_at')),
  ],
  ['stakeholders', 'users_groups', ({ db }) => stakeholders(db, 'group7', anyone)],
  [
    'members of a group',
    'users_groups',
    ({ db }) => responsibleFor(db, { assigned_to: null, assignment_group: 'group7' }),
  ],
  ['names of people', 'users_any_email', ({ db }) => namesOf(db, ['user7@example.com'])],
  [
    'totals of an assignee',
    'incident_totals_assignee',
    ({ db }) => totalFrom([['assigned_to', sql`assigned_to = 'user7@example.com'`]]).execute(db),
  ],
])('%s: read by index', async ([, index, work]) => {
  // A prepared statement has a plan for all values, which must find the index, too.
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const read = await readBy(app, async (ctx) => {
      await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(ctx.db)
      await work(ctx)
    })
    expect([...read.keys()]).toContain(index)
  }
})

test('audit entries of a short time: the others are not read', async () => {
  const ago = (days: number) => new Date(app.ctx().now.getTime() - days * 86_400_000).toISOString()
  const read = await readBy(app, ({ db }) =>
    audit.list(db, { after: ago(301), before: ago(300) }, page('at')),
  )
  expect(read.get('audit_entries_pkey'), 'the first entry of the log').toBe(1)
})
