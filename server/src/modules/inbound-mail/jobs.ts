import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { transact, type Ctx } from '../../db/ctx.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { finish } from '../../jobs/queue.ts'
import { second } from '../../kernel/durations.ts'
import { readInbox, receivedFolder, refusedFolder, type Message } from './mailbox.ts'
import { receive, type Outcome } from './service.ts'

/** A message that cannot be handled must not keep back those behind it: it is moved away, for people to read. */
async function handle(ctx: Ctx, message: Message | undefined): Promise<Outcome & { message_id?: string }> {
  if (!message) return { reason: 'it is too large' }
  try {
    const { head, loadContent } = message
    return { ...(await receive(ctx, head, loadContent)), message_id: head.id }
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.error({ err: error }, 'an email could not be handled')
    return { reason: 'it could not be handled' }
  }
}

async function sortMail(ctx: Ctx, message: Message | undefined) {
  const outcome = await handle(ctx, message)
  if ('reason' in outcome) ctx.log.warn(outcome, 'an email was refused')
  else ctx.log.info(outcome, 'an email was received')
  return 'reason' in outcome ? refusedFolder : receivedFolder
}

export const readMail = ({ inbound_mail_url: url }: Config): JobHandler => ({
  type: 'read-mail',
  concurrency: 1,
  every: 30 * second,
  ...(!url && { hasWork: () => sql<boolean>`false` }),
  run: async (ctx, job) => {
    await readInbox(url, (message) => sortMail(ctx, message), job.isEnding)
    await transact(ctx, (ctx) => finish(ctx, job))
  },
})
