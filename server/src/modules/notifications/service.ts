import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { enqueue } from '../../jobs/queue.ts'
import { notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { sendMailJob } from './mail.ts'
import * as store from './store.ts'

export interface Message {
  kind: string
  title: string
  message: string
  subject_id: string
  url: string
}

export interface Recipient {
  id: string
  email: string
}

/** In the service for every recipient, and by email if a mail server is configured. */
export async function notify(ctx: Ctx<Tx>, recipients: Recipient[], message: Message): Promise<void> {
  if (recipients.length === 0) return
  await store.insert(
    ctx.db,
    recipients.map(({ id }) => ({ id: randomId('ntf_'), recipient_id: id, ...message })),
  )
  if (!ctx.config.smtp_url) return
  for (const { email } of recipients.filter(hasMailbox))
    await enqueue(ctx, sendMailJob, {
      payload: { to: email, subject: message.title, text: `${message.message}\n\n${message.url}` },
    })
}

/** Generated addresses of accounts without one receive no email. */
const hasMailbox = ({ email }: Recipient) => !/[@.]mainstay\.local$/.test(email)

export async function markRead(ctx: Ctx, id: string): Promise<store.NotificationRow> {
  const row = await transact(ctx, (ctx) => store.markRead(ctx.db, ctx.actor.id, id))
  if (!row) throw notFound(`Notification ${id}`)
  return row
}
