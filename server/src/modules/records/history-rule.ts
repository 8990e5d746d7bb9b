import type { Ctx } from '../../db/ctx.ts'
import { auditors, hasAnyRole } from '../../kernel/actor.ts'

/** Whether there is a history for the caller to read; throws where they may read the record but not its past. */
export type HistoryRule = (ctx: Ctx, id: string) => Promise<boolean>

/** Whoever sees a record reads its history; auditors and managers also that of a deleted one. */
export const readersOf =
  (show: (ctx: Ctx, id: string, includeDeleted?: boolean) => Promise<unknown>): HistoryRule =>
  async (ctx, id) =>
    (await show(ctx, id, hasAnyRole(ctx.actor, auditors))) !== undefined
