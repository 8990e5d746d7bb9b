import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { nearestTo } from '../../../kernel/distance.ts'
import type { Names } from './language/names.ts'
import type { InvalidQuestion } from './language/reading.ts'
import type { Question } from './language/analysis.ts'
import type { AnswerBody } from './model.ts'
import { plainAnswer } from './answer-text.ts'

/** Existing names by every spelling. */
type Spellings = Map<string, string>

function spellingsOf({ groups, people }: Names, isGroup: boolean): Spellings {
  const parts = (text: string, name: string) =>
    [text, ...text.split(/[\s._-]+/)].map((part) => [part.toLowerCase(), name] as const)
  const persons = isGroup ? [] : people.flatMap((email) => parts(email.split('@')[0]!, email))
  return new Map([...groups.flatMap((name) => parts(name, name)), ...persons])
}

const maxNames = 2000

async function spellingsOfCis({ db }: Ctx, text: string): Promise<Spellings> {
  const rows = await allRows(
    db,
    sql<{ name: string }>`
    select distinct name from cis where deleted_at is null and length(name) between length(${text}) - 2 and length(${text}) + 2
      and lower(left(name, 1)) = lower(left(${text}, 1)) limit ${sql.lit(maxNames)}`,
  )
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
}

/** Reports the problem and suggests the nearest existing name; "yes" asks the corrected question. */
export async function answerInvalidQuestion(
  ctx: Ctx,
  { names, text }: Pick<Question, 'names' | 'text'>,
  { message, unknown }: InvalidQuestion,
  intent: AnswerBody['intent'],
): Promise<AnswerBody> {
  if (!unknown) return plainAnswer(message, intent)
  const isCi = unknown.kind === 'configuration item'
  const known = isCi ? await spellingsOfCis(ctx, unknown.text) : spellingsOf(names, unknown.kind === 'group')
  const nearest = nearestTo(unknown.text.toLowerCase(), [...known.keys()])
  if (nearest === undefined) return plainAnswer(message, intent)
  const suggestion = text.replace(unknown.text, nearest)
  return plainAnswer(`${message} Did you mean "${known.get(nearest)}"?`, intent, { memory: { suggestion } })
}
