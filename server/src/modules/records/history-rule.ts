import type { Ctx } from '../../db/ctx.ts'
import { auditors, hasAnyRole } from '../../kernel/actor.ts'

/** Whether the caller has a history to read; throws if they may read the record but not its history. */
export type HistoryRule = (ctx: Ctx, id: string) => Promise<boolean>

/** Everyone who may read a record may read its history; auditors and managers also that of a deleted one. */
export const readersOf =
  (show: (ctx: Ctx, id: string, includeDeleted?: boolean) => Promise<unknown>): HistoryRule =>
  async (ctx, id) =>
    (await show(ctx, id, hasAnyRole(ctx.actor, auditors))) !== undefined
