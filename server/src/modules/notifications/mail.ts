import { transact } from '../../db/ctx.ts'
import { finish } from '../../jobs/queue.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { second } from '../../kernel/durations.ts'

export const sendMailJob = 'send-mail'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends one email to one address. */
export type SendMail = (mail: Mail) => Promise<void>

export interface Sender {
  name: string
  address: string
}

export function smtpMailer(url: string, from: Sender): SendMail {
  const opening = openTransport(url)
  return async ({ to, ...mail }) => {
    const transport = await opening
    // As objects, so that special characters neither add recipients nor break the name of the sender.
    await transport.sendMail({ from, to: { name: '', address: to }, ...mail })
  }
}

/** Loaded only when a mail server is configured. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
  })
}

/** If the mail server refuses or is unavailable, the job fails and is retried with backoff. */
export const sendMails = (send: SendMail): JobHandler => ({
  type: sendMailJob,
  concurrency: 4,
  run: async (ctx, job) => {
    await send(job.payload as Mail).catch((cause: Error) => {
      // A wrapped error, because a connection failure here is not one of the database.
      throw new Error(`The mail server did not accept the message: ${cause.message}`, { cause })
    })
    await transact(ctx, (ctx) => finish(ctx, job))
  },
})
