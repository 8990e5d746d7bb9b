import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { enqueue } from '../../jobs/queue.ts'
import { notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { hasMailbox } from '../../kernel/mailbox.ts'
import { isRecordId } from '../../kernel/record-ids.ts'
import { floodedAmong, hold } from './held-mail.ts'
import { sendMailJob, type Mail } from './mail.ts'
import { replyLine } from './texts.ts'
import {
  defaultChannels,
  type Category,
  type Message,
  type Notification,
  type Preferences,
  type Recipient,
  type UpdatePreferences,
} from './model.ts'
import * as store from './store.ts'

/** In the console for every recipient, and by email if a mail server is configured; as each of them prefers. */
export async function notify(ctx: Ctx<Tx>, recipients: Recipient[], message: Message): Promise<void> {
  const { category, ...stored } = message
  const chosen = await channelsOf(ctx, recipients, category)
  const wanted = recipients.filter(({ id }) => chosen(id) !== 'none')
  if (wanted.length === 0) return
  const notified = await store.insert(
    ctx.db,
    wanted.map(({ id }) => ({ id: randomId('ntf_'), recipient_id: id, cause: null, ...stored })),
  )
  const { smtp_url, oidc_issuer } = ctx.config
  if (!smtp_url) return
  const mailed = wanted.filter(
    (person) => notified.has(person.id) && chosen(person.id) === 'email' && hasMailbox(person, oidc_issuer),
  )
  const { kind, title: subject, subject_id, url } = message
  const text = `${takesReplies(ctx.config, subject_id) ? `${replyLine}\n\n` : ''}${message.message}\n\n${url}`
  const flooded = category
    ? await floodedAmong(
        ctx.db,
        mailed.map(({ id }) => id),
        kind,
      )
    : new Set()
  // Someone may have an account here and one at the identity provider, with the same address.
  for (const { id, email: to } of new Map(mailed.map((one) => [one.email.toLowerCase(), one])).values()) {
    const mail: Mail = { to, subject, text, subject_id }
    await (flooded.has(id) ? hold(ctx, mail) : enqueue(ctx, sendMailJob, { payload: mail }))
  }
}

/** Emails about records are answered by notes, if this service reads a mailbox. */
const takesReplies = ({ inbound_mail_url }: Ctx['config'], subject_id: string) =>
  inbound_mail_url !== '' && isRecordId(subject_id)

async function channelsOf(ctx: Ctx, recipients: Recipient[], category: Category | undefined) {
  if (!category || recipients.length === 0) return () => 'email'
  const preferences = await store.preferencesOf(
    ctx.db,
    recipients.map(({ id }) => id),
  )
  return (id: string) => preferences.get(id)?.[category] ?? defaultChannels[category]
}

export async function markRead(ctx: Ctx, id: string): Promise<Notification> {
  const row = await transact(ctx, (ctx) => store.markRead(ctx.db, ctx.actor, id))
  if (!row) throw notFound(`Notification ${id}`)
  return row
}

export const markAllRead = (ctx: Ctx): Promise<number> =>
  transact(ctx, (ctx) => store.markAllRead(ctx.db, ctx.actor))

export async function readPreferences(ctx: Ctx): Promise<Preferences> {
  const stored = await store.preferencesOf(ctx.db, [ctx.actor.id])
  return { ...defaultChannels, ...stored.get(ctx.actor.id), sends_email: ctx.config.smtp_url !== '' }
}

export const updatePreferences = (ctx: Ctx, changes: UpdatePreferences): Promise<Preferences> =>
  transact(ctx, async (ctx) => {
    await store.savePreferences(ctx.db, ctx.actor.id, changes)
    return readPreferences(ctx)
  })
