import type { Ctx, Tx } from '../../db/ctx.ts'

/** History: the time is that of the other system, and no one is notified. */
export const at = (ctx: Ctx<Tx>, time: string | undefined): Ctx<Tx> => ({
  ...ctx,
  now: time === undefined ? ctx.now : new Date(time),
  is_history: true,
})
