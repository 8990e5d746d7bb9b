import { sql } from 'kysely'

const accents = String.raw`[\u0300-\u036f]`

/** Only what is not ASCII is taken apart: for most names that would be most of the time of a search. */
function withoutAccents(column: string) {
  const text = sql.ref(column)
  return sql`case when octet_length(${text}) = length(${text}) then ${text}
    else regexp_replace(normalize(${text}, nfkd), ${sql.lit(accents)}, '', 'g') end`
}

/** Whether a word of a name begins with what was typed, with or without its accents. */
export function isBeginning(column: string, typed: string) {
  const plain = typed.normalize('NFKD').replaceAll(new RegExp(accents, 'g'), '')
  const pattern = plain.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  return sql<boolean>`${withoutAccents(column)} ~* ${String.raw`\m${pattern}`}`
}

/** Whether a word of the name or of the email address begins with what was typed. */
export const matches = (q: string) => sql<boolean>`(${isBeginning('name', q)} or ${isBeginning('email', q)})`
