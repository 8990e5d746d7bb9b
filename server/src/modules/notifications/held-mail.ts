import { sql } from 'kysely'
import { transact, type Ctx, type Db, type Tx } from '../../db/ctx.ts'
import { allValues } from '../../db/rows.ts'
import type { JobHandler, RunningJob } from '../../jobs/job-runner.ts'
import { enqueue } from '../../jobs/queue.ts'
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

/** Several emails as one, in the order of their causes. */
interface HeldMail {
  to: string
  held: Omit<Mail, 'to'>[]
  is_collected?: true
}

/** Each waits as a row of its own, so that those who write them at the same time do not wait for each other. */
export const hold = (ctx: Ctx<Tx>, { to, ...mail }: Mail): Promise<void> =>
  enqueue(ctx, sendHeldMailJob, { payload: { to, held: [mail] } satisfies HeldMail, delay: window })

/** Takes over what else waits for this recipient. From then on it stays as it is, and so does its message ID. */
async function collect(ctx: Ctx<Tx>, { id, fence, payload }: RunningJob): Promise<HeldMail> {
  const own = payload as HeldMail
  if (own.is_collected) return own
  const others = await allValues<HeldMail>(
    ctx.db,
    sql`with taken as (
      delete from jobs where id in (
        select id from jobs where type = ${sendHeldMailJob} and id <> ${id} and claimed_by is null
          and not payload ? 'is_collected' and lower(payload ->> 'to') = ${own.to.toLowerCase()} for update skip locked)
      returning id, payload)
    select payload from taken order by id`,
  )
  const mail: HeldMail = {
    ...own,
    held: [own, ...others].flatMap(({ held }) => held),
    is_collected: true,
  }
  await sql`update jobs set payload = ${JSON.stringify(mail)}::jsonb where id = ${id} and fence = ${fence}`.execute(
    ctx.db,
  )
  return mail
}

function toMail({ to, held }: HeldMail): Mail {
  if (held.length === 1) return { to, ...held[0]! }
  const listed = held.slice(0, longestList).map(({ subject, text }) => `${subject}\n${text}`)
  const more = held.length - listed.length
  return {
    to,
    subject: `${held.length} notifications`,
    text: [...listed, ...(more > 0 ? [`And ${more} more, which are in the console.`] : [])].join('\n\n\n'),
  }
}

/** One at a time: another one of the same recipient would be sent on its own. */
export const sendHeldMails = (send: SendMail): JobHandler => ({
  type: sendHeldMailJob,
  concurrency: 1,
  run: async (ctx, job) => {
    const payload = await transact(ctx, (ctx) => collect(ctx, job))
    await deliver(ctx, send, { ...job, payload }, toMail(payload))
  },
})
