import { isIP } from 'node:net'
import { transact, type Ctx } from '../../db/ctx.ts'
import type { JobHandler, RunningJob } from '../../jobs/job-runner.ts'
import { finish, type Job } from '../../jobs/queue.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { second } from '../../kernel/durations.ts'

export const sendMailJob = 'send-mail'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The record that it is about; mail programs show all emails about one as a conversation. */
  subject_id?: string
  /** The ID of the message that it answers. */
  in_reply_to?: string
}

/** Sends one email to one address. Whoever gets it twice recognises it by its ID. */
export type SendMail = (mail: Mail, id: string) => Promise<void>

interface Sender {
  name: string
  address: string
  /** Of this service, in message IDs and in the greeting. */
  domain: string
  /** Where replies are read, if not at the address of the sender. */
  reply_to?: string | undefined
}

/** The host of an address as the domain of an email address: an IP address stands in brackets (RFC 5321, 4.1.3). */
export function mailDomainOf(url: string): string {
  const { hostname } = new URL(url)
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`
  return isIP(hostname) ? `[${hostname}]` : hostname
}

export function smtpMailer(url: string, { name, address, domain, reply_to }: Sender): SendMail {
  const opening = openTransport(url, domain)
  return async ({ to, subject_id, in_reply_to, ...mail }, id) => {
    const transport = await opening
    const references = [in_reply_to, subject_id && `${subject_id}@${domain}`].filter(Boolean)
    await transport.sendMail({
      // As objects, so that special characters neither add recipients nor break the name of the sender.
      from: { name, address },
      to: { name: '', address: to },
      ...mail,
      messageId: `<${id}@${domain}>`,
      ...(references.length > 0 && { references: references.map((one) => `<${one}>`) }),
      ...(in_reply_to && { inReplyTo: `<${in_reply_to}>` }),
      ...(reply_to && { replyTo: { name, address: reply_to } }),
      // No out-of-office replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

/** For what was queued before SMTP_URL was unset: it would be overdue for ever, and is in the console too. */
export const discardMail: SendMail = async () => undefined

/**
 * Loaded only when a mail server is configured. Once connected, a server may take ten minutes to confirm a message
 * (RFC 5321, 4.5.3.2.6), the default of nodemailer: whoever gives up earlier sends what has arrived again. The name of
 * the greeting is given, because servers refuse that of a container; `?name=` of the URL takes precedence.
 */
async function openTransport(url: string, name: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    name,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
  })
}

/** The same for each attempt. With the payload, because another database has jobs of the same numbers. */
const messageIdOf = ({ id, payload }: Job) => sha256(JSON.stringify([id, payload])).slice(0, 32)

interface MailError extends Error {
  /** Of SMTP, at which it failed. */
  command?: string
  responseCode?: number
}

/** The recipient is refused for good. Codes from 530 to 539 concern our authentication. */
const isRefusal = ({ command, responseCode = 0 }: MailError) =>
  command === 'RCPT TO' && responseCode >= 500 && Math.trunc(responseCode / 10) !== 53

/** Mostly, a message to an accepted recipient is refused because of its sender. */
const adviceOn = ({ command = '', responseCode = 0 }: MailError) =>
  ['MAIL FROM', 'DATA'].includes(command) && responseCode >= 500
    ? '. If this account may not send as the sender, set SMTP_FROM'
    : ''

/** If the mail server is unavailable or defers the message, the job fails and is retried with backoff. */
export async function deliver(ctx: Ctx, send: SendMail, job: RunningJob, mail: Mail): Promise<void> {
  await send(mail, messageIdOf(job)).catch((cause: MailError) => {
    // A wrapped error, because a connection failure here is not one of the database.
    const reason = `${cause.message}${adviceOn(cause)}`
    const error = new Error(`The mail server did not accept the message: ${reason}`, { cause })
    if (!isRefusal(cause)) throw error
    ctx.log.warn({ err: error, job: job.id }, 'an email was refused, and is not sent again')
  })
  await transact(ctx, (ctx) => finish(ctx, job))
}

export const sendMails = (send: SendMail): JobHandler => ({
  type: sendMailJob,
  concurrency: 4,
  run: (ctx, job) => deliver(ctx, send, job, job.payload as Mail),
})
