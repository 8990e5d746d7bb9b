import type { Ctx, Tx } from '../../../db/ctx.ts'
import { managers } from '../../../kernel/actor.ts'
import { notify } from '../../notifications/service.ts'
import { activeHolder, holdersOf } from '../../users/people-store.ts'

type Notice = Omit<Parameters<typeof notify>[2], 'category'>

/** Notifies the owner of a webhook, or every manager if the owner may no longer manage webhooks. */
export async function notifyOwner(
  ctx: Ctx<Tx>,
  { owner_id, owner_email }: { owner_id: string; owner_email: string },
  notice: Notice,
): Promise<void> {
  const owner = await activeHolder(ctx.db, { id: owner_id, email: owner_email }, managers)
  await notify(ctx, owner ? [owner] : await holdersOf(ctx.db, managers), { ...notice, category: 'webhook' })
}
