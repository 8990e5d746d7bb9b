import { analyzeChanged } from '../../db/analyze.ts'
import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { isTimeout, isUnavailable } from '../../db/errors.ts'
import { enqueue, finish } from '../../jobs/queue.ts'
import type { JobHandler, RunningJob } from '../../jobs/job-runner.ts'
import { hasAnyRole, type Actor } from '../../kernel/actor.ts'
import { conflict, notFound, Problem, rateLimited } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { maxOpenJobs, type ResultFilter } from './model.ts'
import * as store from './store.ts'

const jobType = 'run-bulk'

interface RecordOutcome {
  id: string
  status: string
}

/** What a module does with one record; it runs as the caller, in its own transaction. */
export interface BulkOperation {
  /** For example `incidents`; the type of the job. */
  type: string
  run: (
    ctx: Ctx<Tx>,
    operation: string,
    input: unknown,
    parameters: Record<string, unknown>,
  ) => Promise<RecordOutcome>
  /** Whether a record still matches the filter by which it was chosen; it stays locked. */
  matches?: (tx: Tx, id: string, job: ChosenByFilter) => Promise<boolean>
}

export interface ChosenByFilter {
  operation: string
  parameters: Record<string, unknown>
  filter: object
}

/** Whether the creator of a job still has the rights with which it was accepted. */
export type IsStillAllowed = (ctx: Ctx, creator: Actor) => Promise<boolean>

export interface Submission {
  type: string
  operation: string
  inputs: unknown[]
  parameters?: Record<string, unknown>
}

/** Accepts the work and returns immediately. */
export const submit = (ctx: Ctx, { type, operation, inputs, parameters = {} }: Submission) =>
  transact(ctx, async (ctx) => {
    if ((await store.countOpen(ctx.db, ctx.actor.id)) >= maxOpenJobs)
      throw rateLimited(5, `you have ${maxOpenJobs} bulk jobs that are not finished`)
    const job_id = randomId('job_')
    const created_at = await store.insert(
      ctx.db,
      { job_id, type, operation, actor: ctx.actor, parameters },
      inputs,
    )
    await enqueue(ctx, jobType, { payload: { job_id } })
    return {
      job_id,
      status: 'queued',
      operation,
      total: inputs.length,
      status_url: `${ctx.config.base_url}/prod/api/v1/jobs/${job_id}`,
      created_at,
    }
  })

/** A job is visible to its creator and to super_admin. */
export async function show(ctx: Ctx, id: string, wanted: ResultFilter = 'all') {
  const job = await store.find(ctx.db, id)
  if (!job || (job.actor.id !== ctx.actor.id && !hasAnyRole(ctx.actor, ['super_admin'])))
    throw notFound(`Job ${id}`)
  const { processed, failed } = await store.countSettled(ctx.db, id)
  const results = await store.results(ctx.db, id, wanted)
  const { job_id, type, operation, status, total, created_at, started_at, completed_at } = job
  return {
    job_id,
    type,
    operation,
    ...commonParametersOf(job),
    status,
    total,
    processed,
    succeeded: processed - failed,
    failed,
    progress: processed / total,
    results: results.map(({ error, ...result }) => ({ ...result, ...(error ? { error } : {}) })),
    created_at,
    started_at,
    completed_at,
  }
}

/** The parameters that apply to all records. */
const commonParametersOf = ({ parameters: { source, dry_run, filter } }: store.BulkJob) => ({
  ...(source !== undefined && { source }),
  ...(dry_run !== undefined && { dry_run }),
  ...(filter !== undefined && { filter }),
})

/** Processes record by record; a worker that takes over continues with the first one without a result. */
export const runBulk = (operations: BulkOperation[], isStillAllowed: IsStillAllowed): JobHandler => ({
  type: jobType,
  concurrency: 2,
  run: async (ctx, running) => {
    const { job_id } = running.payload as { job_id: string }
    const job = (await store.find(ctx.db, job_id))!
    const operation = whileAllowed(
      operations.find(({ type }) => type === job.type)!,
      isStillAllowed,
    )
    await store.start(ctx.db, job_id)
    for (const record of await store.pending(ctx.db, job_id)) {
      if (running.signal.aborted) return
      await runRecord({ ...ctx, actor: job.actor }, operation, job, record, running.attempts)
    }
    await complete(ctx, running, job_id)
    await analyzeChanged(ctx, { table: job.type, rows: job.total })
  },
  giveUp: async (ctx, { payload }) => {
    const { job_id } = payload as { job_id: string }
    await store.failPending(ctx.db, job_id, internalError)
    await store.complete(ctx.db, job_id)
  },
})

/** An account that is deactivated or loses a role meanwhile changes no further record. */
const whileAllowed = (operation: BulkOperation, isStillAllowed: IsStillAllowed): BulkOperation => ({
  ...operation,
  run: async (ctx, ...what) => {
    if (!(await isStillAllowed(ctx, ctx.actor)))
      throw new Problem(
        403,
        'no_longer_allowed',
        'The account or API key that started this job has been deactivated or has lost a role since',
      )
    return operation.run(ctx, ...what)
  },
})

const complete = (ctx: Ctx, running: RunningJob, job_id: string) =>
  transact(ctx, async (ctx) => {
    await store.complete(ctx.db, job_id)
    await finish(ctx, running)
  })

/** After this many attempts, a record that causes an internal error must not block the others. */
const maxAttempts = 3
/** With the pauses in between, locks of some minutes are not the fault of the record. */
const maxTimeouts = 10

/** A database outage may last as long as it likes. */
const isRetried = (error: unknown, attempts: number) =>
  isUnavailable(error) || attempts < (isTimeout(error) ? maxTimeouts : maxAttempts)

/** The effect and its result commit together, so no record is ever applied twice. */
async function runRecord(
  ctx: Ctx,
  operation: BulkOperation,
  job: store.BulkJob,
  record: { index: number; input: unknown },
  attempts: number,
) {
  try {
    await transact(ctx, async (ctx) => {
      const now = await store.take(ctx.db, job.job_id, record.index)
      if (!now) return
      await checkMatch(ctx, operation, job, record.input)
      const run = () => operation.run({ ...ctx, now }, job.operation, record.input, job.parameters)
      const done = job.parameters.dry_run ? await dryRun(ctx, run) : await run()
      await store.settle(ctx.db, job.job_id, record.index, done)
    })
  } catch (error) {
    if (!(error instanceof Problem) && isRetried(error, attempts)) throw error
    if (!(error instanceof Problem)) ctx.log.error({ err: error, job_id: job.job_id }, 'a bulk record failed')
    const id = (record.input as { id?: string }).id ?? null
    const failure = { id, status: 'failed', error: describe(error) }
    await transact(ctx, (ctx) => store.settle(ctx.db, job.job_id, record.index, failure))
  }
}

/** A record that was chosen by a filter may have changed since: it is reported, not touched. */
async function checkMatch(ctx: Ctx<Tx>, operation: BulkOperation, job: store.BulkJob, input: unknown) {
  const { filter } = job.parameters as { filter?: object }
  const { id } = input as { id: string }
  if (filter && !(await operation.matches!(ctx.db, id, { ...job, filter })))
    throw conflict('no_longer_matches', `${id} no longer matches the filter`)
}

const wouldBe: Record<string, string> = {
  created: 'would_create',
  updated: 'would_update',
  deleted: 'would_delete',
}

/** Does the work, records the outcome, and rolls everything back. */
async function dryRun(ctx: Ctx<Tx>, work: () => Promise<RecordOutcome>) {
  await store.setSavepoint(ctx.db)
  const { id, status } = await work()
  await store.rollBackToSavepoint(ctx.db)
  return { id: status === 'created' ? null : id, status: wouldBe[status] ?? status }
}

const internalError = {
  code: 'internal_error',
  message: 'Something went wrong on our side with this record',
}

function describe(error: unknown) {
  if (!(error instanceof Problem)) return internalError
  const { code, message, errors } = error
  return { code, message, ...(errors && { errors }) }
}
