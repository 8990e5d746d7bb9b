import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { allRows, firstRow, firstValue, onlyRow, onlyValue } from '../../db/rows.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { ResultFilter } from './model.ts'

export type BulkJob = TableRow<'bulk_jobs', 'job_id' | 'type' | 'operation' | 'status' | 'total'> &
  TableRow<'bulk_jobs', 'created_at' | 'started_at' | 'completed_at'> & {
    actor: Actor
    parameters: Record<string, unknown>
  }

export const insert = (
  tx: Tx,
  job: { job_id: string; type: string; operation: string; actor: Actor; parameters: unknown },
  inputs: unknown[],
): Promise<Date> =>
  onlyValue(
    tx,
    sql`
    with job as (
      insert into bulk_jobs (job_id, type, operation, actor, actor_id, parameters, total)
      values (${job.job_id}, ${job.type}, ${job.operation}, ${JSON.stringify(job.actor)}, ${job.actor.id},
        ${JSON.stringify(job.parameters)}, ${inputs.length})
      returning job_id, created_at),
    records as (
      insert into bulk_records (job_id, index, input)
      select job_id, n - 1, input from job, jsonb_array_elements(${JSON.stringify(inputs)}::jsonb) with ordinality as given(input, n))
    select created_at from job`,
  )

/** Serialised per caller, so that two concurrent requests cannot both get the last slot. */
export async function countOpen(tx: Tx, actor_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk ${actor_id}`}, 0))`.execute(tx)
  return onlyValue(
    tx,
    sql`
      select count(*) from bulk_jobs where actor_id = ${actor_id} and status in ('queued', 'running')`,
  )
}

export const find = (db: Db, job_id: string): Promise<BulkJob | undefined> =>
  firstRow(db, sql<BulkJob>`select * from bulk_jobs where job_id = ${job_id}`)

interface BulkResult {
  index: number
  id: string | null
  status: string
  error: unknown
}

const wantedResults: Record<ResultFilter, RawBuilder<boolean>> = {
  all: sql`status is not null`,
  failed: sql`status = 'failed'`,
  none: sql`false`,
}

export const results = (db: Db, job_id: string, wanted: ResultFilter): Promise<BulkResult[]> =>
  allRows(
    db,
    sql<BulkResult>`
      select index, id, status, error from bulk_records
      where job_id = ${job_id} and ${wantedResults[wanted]} order by index`,
  )

export const countSettled = (db: Db, job_id: string): Promise<{ processed: number; failed: number }> =>
  onlyRow(
    db,
    sql`select count(*) as processed, count(*) filter (where status = 'failed') as failed
      from bulk_records where job_id = ${job_id} and status is not null`,
  )

export const pending = (db: Db, job_id: string): Promise<{ index: number; input: unknown }[]> =>
  allRows(
    db,
    sql<{ index: number; input: unknown }>`
      select index, input from bulk_records where job_id = ${job_id} and status is null order by index`,
  )

/** Claims a record in the transaction of its effect and returns the time; undefined when another worker has processed it. */
export const take = (tx: Tx, job_id: string, index: number): Promise<Date | undefined> =>
  firstValue(
    tx,
    sql`
      select now() from bulk_records
      where job_id = ${job_id} and index = ${index} and status is null for update`,
  )

export const settle = (
  tx: Tx,
  job_id: string,
  index: number,
  { id, status, error }: { id: string | null; status: string; error?: unknown },
) =>
  sql`update bulk_records set id = ${id}, status = ${status}, error = ${error ? JSON.stringify(error) : null}
    where job_id = ${job_id} and index = ${index} and status is null`.execute(tx)

/** For the records that nobody processes any more. */
export const failPending = (tx: Tx, job_id: string, error: object) =>
  sql`update bulk_records set id = input->>'id', status = 'failed', error = ${JSON.stringify(error)}
    where job_id = ${job_id} and status is null`.execute(tx)

export const setSavepoint = (tx: Tx) => sql`savepoint bulk_rehearsal`.execute(tx)
export const rollBackToSavepoint = (tx: Tx) => sql`rollback to savepoint bulk_rehearsal`.execute(tx)

export const start = (db: Db, job_id: string) =>
  sql`update bulk_jobs set status = 'running', started_at = coalesce(started_at, now())
    where job_id = ${job_id} and status = 'queued'`.execute(db)

/** Failed only when nothing at all succeeded. */
export const complete = (tx: Tx, job_id: string) =>
  sql`update bulk_jobs set completed_at = now(), status = case
      when exists (select from bulk_records where job_id = ${job_id} and status <> 'failed') then 'completed' else 'failed' end
    where job_id = ${job_id}`.execute(tx)
