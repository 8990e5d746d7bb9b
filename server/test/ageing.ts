import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Makes incidents and their SLA clocks older by this many minutes, instead of waiting. */
export const age = (app: Pick<TestApp, 'query'>, minutes: number, where = 'true') =>
  app.query(`
    with aged as (select interval '${minutes} minutes' as i)
    update incidents set
      created_at = created_at - i, updated_at = updated_at - i, resolved_at = resolved_at - i,
      sla_breach_at = sla_breach_at - i, sla_next_at = sla_next_at - i,
      sla = jsonb_set(sla, '{segments}', (
        select jsonb_agg(segment || jsonb_build_object(
          'from', iso((segment ->> 'from')::timestamptz - i), 'to', iso((segment ->> 'to')::timestamptz - i)) order by n)
        from jsonb_array_elements(sla -> 'segments') with ordinality as segments(segment, n)))
    from aged where ${where}`)

/** Waits for two complete runs of a recurring job from now on: what it has not done by then, it does not do. */
export async function runTwice(app: Pick<TestApp, 'query'>, type: string): Promise<void> {
  const begun = async () => {
    await app.query(`update jobs set run_at = now() where type = '${type}' and claimed_by is null`)
    const [job] = await app.query<{ fence: number }>(`select fence from jobs where type = '${type}'`)
    return job!.fence
  }
  const before = await begun()
  await eventually(async () => (await begun()) >= before + 3)
  // The last check has scheduled one more run, which could start at any time: the job returns to its schedule.
  await eventually(async () => {
    const idle = await app.query(`update jobs set run_at = now() + every_ms * interval '1 millisecond'
      where type = '${type}' and claimed_by is null returning id`)
    return idle.length > 0
  })
}
