import type { Job } from '../../console/src/api/schema.d.ts'
import { eventually } from './eventually.ts'
import type { TestApp } from './app.ts'
import { expectOk } from './incidents.ts'

/** As the API returns them. */
export type { Job }

/** Bulk jobs through HTTP; of incidents by default. */
export const driveBulk = (app: TestApp, path = '/incidents/bulk') => {
  const submit = (body: unknown, as?: string, headers: Record<string, string> = {}) =>
    app.call('POST', path, { body, headers, ...(as && { as }) })
  const ask = (id: string, as?: string) => app.call('GET', `/jobs/${id}`, as ? { as } : {})
  const show = async (id: string): Promise<Job> => expectOk(await ask(id), 200)
  const done = (id: string) =>
    eventually(async () => {
      const job = await show(id)
      return job.completed_at !== null && job
    }) as Promise<Job>
  const run = async (body: unknown, as?: string): Promise<Job> =>
    done(expectOk<{ job_id: string }>(await submit(body, as), 202).job_id)
  /** From now on jobs are accepted but not started, until they are released. */
  const hold = () =>
    app.query(`create function hold_bulk() returns trigger language plpgsql as
        $$ begin new.run_at := 'infinity'; return new; end $$;
      create trigger hold_bulk before insert on jobs for each row when (new.type = 'run-bulk') execute function hold_bulk()`)
  const release = () =>
    app.query(`drop function if exists hold_bulk() cascade;
      update jobs set run_at = now() where type = 'run-bulk' and run_at = 'infinity'`)
  return { submit, ask, show, done, run, hold, release }
}
