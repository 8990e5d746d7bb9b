import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Claim } from '../../events/journal.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Actor } from '../../kernel/actor.ts'
import { clip } from '../../kernel/clip.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { day } from '../../kernel/durations.ts'
import { externalPrefix } from '../../kernel/mailbox.ts'
import { incident } from '../incidents/model.ts'
import * as notes from '../incidents/notes/service.ts'
import * as incidents from '../incidents/service.ts'
import { mailDomainOf, sendMailJob, type Mail } from '../notifications/mail.ts'
import { notify } from '../notifications/service.ts'
import { excerpt, headline, replyLine } from '../notifications/texts.ts'
import { watch } from '../records/watches/store.ts'
import { ownersAmong, responsibleFor } from '../users/people-store.ts'
import { passesDmarc } from './authentication.ts'
import { sortFiles } from './files.ts'
import { answeredRecord, titleOf, type MailContent, type MailHead } from './model.ts'
import { replyIn } from './reply.ts'
import * as store from './store.ts'
import { findSubject, type Subject } from './subjects.ts'

/** The record that the email belongs to, or why it is not used. */
export type Outcome = { subject_id: string } | { reason: string }

type ReceivedMail = MailHead & MailContent

/** Longer than a mail server or a person would deliver a message again. */
const claimLifetime = 30 * day
const longestText = 99_000
/** A program that answers every message without saying that it is one ends here. */
const mostPerHour = 100

/** Carries out what an email asks for, as its sender. Nothing but the head is loaded of one that is refused. */
export async function receive(
  ctx: Ctx,
  head: MailHead,
  loadContent: () => Promise<MailContent>,
): Promise<Outcome> {
  const { base_url, inbound_mail_authserv_id: server } = ctx.config
  if (head.is_automatic) return { reason: 'it was sent by a program or a mailing list' }
  if (head.from === undefined) return { reason: 'it has no sender, or more than one' }
  if (server !== 'none' && !passesDmarc(head.authentication, server))
    return { reason: `${server} did not confirm its sender (dmarc=pass)` }
  const sender = await senderOf(ctx, head.from)
  if (!sender) return { reason: 'its sender has no active account' }

  const acting = { ...ctx, actor: sender }
  const claim = {
    key: `mail ${sha256(`${head.from} ${head.id}`)}`,
    expires_at: new Date(ctx.now.getTime() + claimLifetime),
  }
  const earlier = await store.claimedBy(ctx.db, claim)
  if (earlier !== undefined) return { subject_id: earlier }
  if ((await store.countRecent(ctx, head.from, head.id)) > mostPerHour)
    return { reason: `its sender has sent more than ${mostPerHour} messages within an hour` }
  const answered = answeredRecord(head, mailDomainOf(base_url))
  const subject = answered === undefined ? undefined : await findSubject(acting, answered)
  const mail = { ...head, ...(await loadContent()) }
  const used = subject ? addReply(acting, mail, subject, claim) : open(acting, mail, claim)
  return used.catch(async (error: unknown) => {
    const other = isUniqueViolation(error, 'claims_pkey') && (await store.claimedBy(ctx.db, claim))
    // Another node has read it at the same time.
    if (other) return { subject_id: other }
    throw error
  })
}

/** An account of this service before one of the identity provider with the same address. */
async function senderOf(ctx: Ctx, address: string): Promise<Actor | undefined> {
  const people = await ownersAmong(ctx.db, { ids: [], emails: [address] })
  const isExternal = ({ id }: { id: string }) => id.startsWith(externalPrefix)
  const person = people.find((one) => !isExternal(one)) ?? people[0]
  return person && { ...person, kind: isExternal(person) ? 'external' : 'user' }
}

const open = (ctx: Ctx, mail: ReceivedMail, claim: Claim): Promise<Outcome> =>
  transact(ctx, async (ctx) => {
    const { attachments, remark } = sortFiles(mail.files, true)
    const group = ctx.config.inbound_mail_group
    const { id } = await incidents.create(
      ctx,
      {
        short_description: titleOf(mail),
        description: `${clip(mail.text, longestText)}${remark}`.trim(),
        ...(group && { assignment_group: group, notify_stakeholders: true }),
      },
      [claim],
    )
    if (attachments.length > 0)
      await notes.add(ctx, id, { body: 'Files of the e-mail', visibility: 'public', attachments })
    await watch(ctx.db, { subject_type: incident.subject_type, subject_id: id }, ctx.actor)
    await answer(ctx, mail, {
      subject: headline(id, titleOf(mail)),
      text: `${replyLine}\n\nYour message was received as ${id}. You are told of its progress; reply to add to it.`,
      subject_id: id,
    })
    return { subject_id: id }
  })

async function addReply(ctx: Ctx, mail: ReceivedMail, subject: Subject, claim: Claim): Promise<Outcome> {
  const { id, url, title, isWriter, takesFiles, addNote } = subject
  const { attachments, remark } = sortFiles(mail.files, takesFiles)
  const body =
    `${replyIn(clip(mail.text, longestText))}${remark}`.trim() ||
    (attachments.length > 0 ? 'Files of the e-mail' : '')
  const refuse = (reason: string) =>
    transact(ctx, async (ctx) => {
      await answer(ctx, mail, {
        subject: headline(id, title),
        text: `Your e-mail was not added to ${id}: ${reason}.`,
        subject_id: id,
      })
      return { reason }
    })
  if (!isWriter) return refuse('you may read it, but not add notes')
  if (body === '') return refuse('it has no text above the quoted message')
  return transact(ctx, async (ctx) => {
    await store.claim(ctx.db, claim, id)
    const note = await addNote(ctx, { body, visibility: 'public', attachments })
    const { people, group } = await responsibleFor(ctx.db, subject)
    await notify(
      ctx,
      people.filter((person) => person.id !== ctx.actor.id),
      {
        kind: 'replied',
        category: 'assigned',
        cause: note.id,
        title: `Reply: ${headline(id, title)}`,
        message: `${ctx.actor.name} replied by e-mail to ${id}, which is assigned to ${group === null ? 'you' : `your group ${group}`}.\n\n${excerpt(body)}`,
        subject_id: id,
        url,
      },
    )
    return { subject_id: id }
  })
}

/** Only to senders that were confirmed and have an account: nobody gets an answer to what they did not write. */
async function answer(ctx: Ctx<Tx>, { from, id }: MailHead, mail: Omit<Mail, 'to'>): Promise<void> {
  if (!ctx.config.smtp_url) return
  await enqueue(ctx, sendMailJob, { payload: { ...mail, to: from!, in_reply_to: id } satisfies Mail })
}
