import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { firstRow } from '../../../db/rows.ts'
import { notFound } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { rightsOf } from '../cache/lookup.ts'
import { cleaner } from '../../../jobs/cleaner.ts'
import { hour } from '../../../kernel/durations.ts'
import { revived } from './language/describe.ts'
import type { Turn } from './model.ts'

const maxTurns = 12

export interface Conversation {
  id: string
  turns: Turn[]
}

/**
 * 404 for a conversation of another person. Without the turns of a token with other roles: their answers, which a model
 * would read, may contain more than the caller may see.
 */
export async function open(ctx: Ctx, id: string | undefined): Promise<Conversation> {
  if (id === undefined) return { id: randomId('conv_'), turns: [] }
  const found = await firstRow(
    ctx.db,
    sql<Conversation>`select id, turns from conversations where id = ${id} and actor_id = ${ctx.actor.id}
      and updated_at > now() - ${days} * interval '1 day'`,
  )
  if (!found) throw notFound(`Conversation ${id}`)
  return { id, turns: found.turns.filter(({ rights }) => rights === rightsOf(ctx.actor)) }
}

/** Adds a turn and drops the oldest. Concurrent turns are both kept. */
export const remember = (ctx: Ctx, id: string, turn: Turn) =>
  sql`
    insert into conversations (id, actor_id, turns)
    values (${id}, ${ctx.actor.id}, ${JSON.stringify([turn])}::jsonb)
    on conflict (id) do update set updated_at = now(), turns = (
      select jsonb_agg(turn order by place) from (
        select turn, place from jsonb_array_elements(conversations.turns || excluded.turns) with ordinality as all_turns(turn, place)
        order by place desc limit ${sql.lit(maxTurns)}) as last)
    where conversations.actor_id = excluded.actor_id`.execute(ctx.db)

export const days = 30

/** The records and the meaning that a follow-up may refer to. */
export function memoryOf(turns: Turn[]) {
  const recent = turns.slice(-maxReferred)
  const meaning = recent.findLast((turn) => turn.meaning)?.meaning
  // A count in between does not change what "it" is.
  const record = recent.findLast((turn) => turn.record ?? turn.shown)?.record
  // Not an older list than the last answer: "close them" would then close other records than the caller thinks of.
  const last = recent.findLast((turn) => turn.record ?? turn.shown ?? turn.meaning)
  const listed = recent.findLast((turn) => turn.shown)?.shown ?? []
  const shown = last?.is_part ? undefined : last?.shown
  return { before: meaning && revived(meaning), record, shown, listed }
}

/** Turns that "it" may refer to. */
const maxReferred = 4

export const forgetConversations = cleaner('forget-conversations', hour, () => [
  { table: 'conversations', where: sql`updated_at < now() - ${days} * interval '1 day'` },
])
