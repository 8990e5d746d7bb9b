import { sql } from 'kysely'
import type { Ctx, Db, Tx } from '../../db/ctx.ts'
import { allValues } from '../../db/rows.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { minute } from '../../kernel/durations.ts'
import { deliver, type Mail, type SendMail } from './mail.ts'

const sendHeldMailJob = 'send-held-mail'

/** How many emails of one kind somebody gets one by one; the others of these minutes come as one. */
const singles = 10
const window = 5 * minute
/** More are only counted. */
const longestList = 100

const recent = sql`created_at > now() - ${sql.lit(window)} * interval '1 millisecond'`

/** Those who have got as many notifications of this kind lately that another email would be lost among them. */
export const floodedAmong = async (db: Db, ids: string[], kind: string): Promise<Set<string>> =>
  new Set(
    await allValues<string>(
      db,
      sql`select person.id from unnest(${ids}::text[]) as person(id) where (
        select count(*) from (
          select from notifications where recipient_id = person.id and kind = ${kind} and ${recent}
          limit ${sql.lit(singles + 1)}) as newest) > ${sql.lit(singles)}`,
    ),
  )

interface HeldMail {
  to: string
  held: Pick<Mail, 'subject' | 'text'>[]
  /** How many besides those. */
  more: number
}

/** Adds an email to the one that waits for this recipient, or begins one. */
export async function hold(ctx: Ctx<Tx>, { to, ...mail }: Mail): Promise<void> {
  const payload: HeldMail = { to, held: [mail], more: 0 }
  await sql`insert into jobs (type, payload, unique_key, run_at)
    values (${sendHeldMailJob}, ${JSON.stringify(payload)}, ${`held mail ${to.toLowerCase()}`},
            now() + ${window} * interval '1 millisecond')
    on conflict (unique_key) do update set payload =
      case when jsonb_array_length(jobs.payload -> 'held') < ${sql.lit(longestList)}
        then jsonb_set(jobs.payload, '{held}', (jobs.payload -> 'held') || (excluded.payload -> 'held'))
        else jsonb_set(jobs.payload, '{more}', to_jsonb((jobs.payload ->> 'more')::int + 1)) end`.execute(
    ctx.db,
  )
  ctx.wake('jobs')
}

function toMail({ to, held, more }: HeldMail): Mail {
  if (held.length === 1) return { to, ...held[0]! }
  const rest = more > 0 ? [`And ${more} more, which are in the console.`] : []
  return {
    to,
    subject: `${held.length + more} notifications`,
    text: [...held.map(({ subject, text }) => `${subject}\n${text}`), ...rest].join('\n\n\n'),
  }
}

export const sendHeldMails = (send: SendMail): JobHandler => ({
  type: sendHeldMailJob,
  concurrency: 2,
  run: (ctx, job) => deliver(ctx, send, job, toMail(job.payload as HeldMail)),
})
