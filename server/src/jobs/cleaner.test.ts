import { expect, test } from 'vitest'
import { runTwice } from '../../test/ageing.ts'
import { startApp } from '../../test/app.ts'

const app = await startApp()

const count = async (table: string) =>
  (await app.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

/** More than several runs would delete with one batch each. */
const many = 25_000

test('a run deletes all expired rows, however many there are', async () => {
  await app.query(`insert into idempotency_keys (actor_id, key, fingerprint, status, headers, body, rights, created_at)
    select 'usr_1', 'k-' || n, 'x', 200, '{}'::jsonb, '', '', now() - interval '25 hours' from generate_series(1, ${many}) as n
    union all select 'usr_1', 'recent', 'x', 200, '{}', '', '', now() - interval '23 hours'`)
  await runTwice(app, 'forget-idempotency-keys')
  expect(await app.query('select key from idempotency_keys')).toEqual([{ key: 'recent' }])
})

test('old bulk jobs are deleted with their records; unfinished ones are kept at any age', async () => {
  await app.query(`insert into bulk_jobs (job_id, type, operation, actor, actor_id, parameters, status, total, completed_at)
    select id, 'incidents', 'delete', '{}', 'usr_1', '{}', 'completed', ${many}, completed_at
    from (values ('job_old', now() - interval '31 days'), ('job_new', now()), ('job_open', null)) as jobs(id, completed_at)`)
  await app.query(`insert into bulk_records (job_id, index, input) select 'job_old', n, '{}' from generate_series(1, ${many}) as n
    union all values ('job_new', 0, '{}'::jsonb), ('job_open', 0, '{}')`)
  await runTwice(app, 'forget-bulk-jobs')
  expect(await app.query('select job_id from bulk_jobs order by 1')).toEqual([
    { job_id: 'job_new' },
    { job_id: 'job_open' },
  ])
  expect(await count('bulk_records')).toBe(2)
})

test.each([
  [
    'notifications are kept for 90 days',
    'forget-notifications',
    90,
    'notifications (id, recipient_id, kind, title, message, created_at)',
    `id, 'usr_1', 'assigned', '', '', at`,
  ],
  [
    'knowledge gaps are kept for 180 days after they were last asked',
    'forget-knowledge-gaps',
    180,
    'knowledge_gaps (id, key, question, first_asked_at, last_asked_at)',
    `id, id, '', now() - interval '1 year', at`,
  ],
  [
    'attachments without a note are kept for one day',
    'remove-loose-attachments',
    1,
    'attachments (id, filename, content_type, uploaded_by, created_at)',
    `id, '', '', 'usr_1', at`,
  ],
])('%s', async (_title, job, days, columns, values) => {
  await app.query(`insert into ${columns} select ${values} from (values
    ('old', now() - interval '${days} days 1 hour'), ('young', now() - interval '${days} days -1 hour')) as rows(id, at)`)
  await runTwice(app, job)
  expect(await app.query(`select id from ${columns.split(' ')[0]}`)).toEqual([{ id: 'young' }])
})

test('dead jobs are kept as long as events, and others at any age', async () => {
  await app.query(`insert into jobs (type, dead_at, run_at) select 'no-such-type', at, now() - interval '1 year'
    from (values (now() - interval '31 days'), (now() - interval '29 days'), (null)) as rows(at)`)
  await runTwice(app, 'forget-dead-jobs')
  expect(
    await app.query(
      `select now() - dead_at < '30 days' as is_recent from jobs where type = 'no-such-type' order by dead_at`,
    ),
  ).toEqual([{ is_recent: true }, { is_recent: null }])
})

test('attachments of a note are kept at any age', async () => {
  await app.query(`insert into attachments (id, note_id, filename, content_type, uploaded_by, created_at)
    values ('att_noted', 'note_1', '', '', 'usr_1', now() - interval '1 year')`)
  await runTwice(app, 'remove-loose-attachments')
  expect(await app.query(`select id from attachments where note_id is not null`)).toEqual([
    { id: 'att_noted' },
  ])
})

test('a session is kept for a day, and longer while one of its tokens is valid', async () => {
  await app.query(`insert into sessions (id, uid_hash, account_id, clients, signed_in_at, last_used_at)
    select id, id, 'usr_1', '{}', at, at from (values ('with_token', now() - interval '25 days'),
      ('ended', now() - interval '25 hours'), ('recent', now() - interval '23 hours')) as rows(id, at)`)
  await app.query(`insert into oidc_payloads (model, id_hash, payload_sealed, session_hash, expires_at) values
    ('RefreshToken', 'valid', '', 'with_token', now() + interval '1 day'),
    ('RefreshToken', 'expired', '', 'ended', now() - interval '1 day')`)
  await runTwice(app, 'forget-oidc-payloads')
  expect(await app.query('select id from sessions order by id')).toEqual([
    { id: 'recent' },
    { id: 'with_token' },
  ])
})
