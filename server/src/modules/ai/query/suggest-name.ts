import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { nearestTo } from '../../../kernel/distance.ts'
import type { Names } from './language/names.ts'
import type { UnknownName } from './language/reading.ts'
import type { Question } from './language/understand.ts'
import type { AnswerBody } from './model.ts'
import { plainAnswer } from './plain-answers.ts'

interface NameSuggestion {
  /** What exists. */
  name: string
  /** The question with it. */
  question: string
}

/** What somebody probably meant by a name that does not exist. */
async function suggestName(
  ctx: Ctx,
  names: Names,
  { kind, text }: UnknownName,
  question: string,
): Promise<NameSuggestion | undefined> {
  const spellings =
    kind === 'configuration item' ? await spellingsOfCis(ctx, text) : spellingsOf(names, kind === 'group')
  const nearest = nearestTo(text.toLowerCase(), [...spellings.keys()])
  if (nearest === undefined) return undefined
  return { name: spellings.get(nearest)!, question: question.replace(text, nearest) }
}

function spellingsOf({ groups, people }: Names, isGroup: boolean): Map<string, string> {
  const parts = (name: string) => [name.toLowerCase(), ...name.toLowerCase().split(/[\s._-]+/)]
  return new Map([
    ...groups.flatMap((name) => parts(name).map((part) => [part, name] as const)),
    ...(isGroup
      ? []
      : people.flatMap((email) => parts(email.split('@')[0]!).map((part) => [part, email] as const))),
  ])
}

const maxNames = 2000

async function spellingsOfCis({ db }: Ctx, text: string): Promise<Map<string, string>> {
  const rows = await allRows(
    db,
    sql<{ name: string }>`
    select distinct name from cis where deleted_at is null and length(name) between ${text.length - 2} and ${text.length + 2}
      and lower(left(name, 1)) = ${text.charAt(0).toLowerCase()} limit ${sql.lit(maxNames)}`,
  )
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
}

/** Says what cannot be right, and what was probably meant. */
export async function answerPuzzle(
  ctx: Ctx,
  { names, text }: Pick<Question, 'names' | 'text'>,
  { message, unknown }: { message: string; unknown?: UnknownName },
  intent: AnswerBody['intent'],
): Promise<AnswerBody> {
  const suggested = unknown && (await suggestName(ctx, names, unknown, text))
  if (!suggested) return plainAnswer(message, intent)
  return {
    ...plainAnswer(`${message} Did you mean "${suggested.name}"?`, intent),
    suggestion: suggested.question,
  }
}
