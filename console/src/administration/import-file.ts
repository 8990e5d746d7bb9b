import { settings } from '../words/settings.ts'

const types: Record<string, string> = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
}
const maxSize = 16 * 2 ** 20

/** Browsers know no type for JSON lines, and some call CSV a spreadsheet. */
export const typeOf = (name: string): string | undefined => types[name.toLowerCase().split('.').at(-1)!]

/** Why a file cannot be imported. */
export function problemOf({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!typeOf(name)) return settings.imports.unknownType(name)
  return size > maxSize ? settings.imports.tooLarge(name) : undefined
}
