import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { transact, type Ctx } from '../../db/ctx.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { finish } from '../../jobs/queue.ts'
import { second } from '../../kernel/durations.ts'
import {
  MessageLost,
  readInbox,
  receivedFolder,
  refusedFolder,
  UnreadableMessage,
  type Message,
} from './mailbox.ts'
import { receive, type Outcome } from './service.ts'

/** A message that cannot be handled must not keep back those behind it: it is moved away, for people to read. */
async function handle(ctx: Ctx, read: () => Promise<Message>): Promise<Outcome & { message_id?: string }> {
  try {
    const { head, loadContent } = await read()
    return { ...(await receive(ctx, head, loadContent)), message_id: head.id }
  } catch (error) {
    if (error instanceof UnreadableMessage) return { reason: error.message }
    if (isUnavailable(error) || error instanceof MessageLost) throw error
    ctx.log.error({ err: error }, 'an email could not be handled')
    return { reason: 'it could not be handled' }
  }
}

async function sortMail(ctx: Ctx, read: () => Promise<Message>) {
  const outcome = await handle(ctx, read)
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
    await readInbox(url, (read) => sortMail(ctx, read), job.isEnding)
    await transact(ctx, (ctx) => finish(ctx, job))
  },
})
