import { labelOf } from '../shell/label-of.ts'

/** What a stored name says in words: from a table, or `token_issued` is Token issued. */
export const inWords = (words: Record<string, string>, name: string): string => words[name] ?? labelOf(name)

/** The stored name for what was typed into a filter: the name itself, or its words in any case. */
export function storedName(words: Record<string, string>, typed: string): string {
  const text = typed.trim().toLowerCase()
  const known = Object.entries(words).find(([, each]) => each.toLowerCase() === text)
  return known?.[0] ?? text.replaceAll(/[\s-]+/g, '_')
}
