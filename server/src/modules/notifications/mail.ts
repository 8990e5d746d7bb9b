import { transact } from '../../db/ctx.ts'
import { finish } from '../../jobs/queue.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { second } from '../../kernel/durations.ts'

export const sendMailJob = 'send-mail'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** The outside world: one e-mail to one address. */
export type SendMail = (mail: Mail) => Promise<void>

export function smtpMailer(url: string, from: string): SendMail {
  const opening = openTransport(url)
  return async ({ to, ...mail }) => {
    const transport = await opening
    // As an object, an address is one address, whatever characters it has.
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

/** A mail server that refuses or is away makes the job fail; the queue tries again, ever more slowly. */
export const sendMails = (send: SendMail): JobHandler => ({
  type: sendMailJob,
  concurrency: 4,
  outside: async (ctx, job) => {
    await send(job.payload as Mail).catch((cause: Error) => {
      // Named as what it is: a connection that fails here is not the database's.
      throw new Error(`The mail was not taken: ${cause.message}`, { cause })
    })
    await transact(ctx, (ctx) => finish(ctx, job))
  },
})
