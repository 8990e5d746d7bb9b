import { sql } from 'kysely'
import { foldLetters, umlautSpellings } from '../../kernel/letters.ts'

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)

/** Whether a word of a name begins with what was typed, however its letters are written. */
export function isBeginning(column: string, typed: string) {
  const spellings = [foldLetters(typed), ...umlautSpellings(typed.toLowerCase())]
  return sql<boolean>`folded(${sql.ref(column)}) ~* ${String.raw`\m(${spellings.map(escaped).join('|')})`}`
}

/** Whether a word of the name or of the email address begins with what was typed. */
export const matches = (q: string) => sql<boolean>`(${isBeginning('name', q)} or ${isBeginning('email', q)})`
