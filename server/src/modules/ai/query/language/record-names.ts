import { recordIn, type RecordRef } from './meaning.ts'
import type { Word } from './words.ts'

const prefixes = new Map(
  'inc=INC chg=CHG req=REQ kb=KB incident=INC ticket=INC change=CHG request=REQ article=KB'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** A record by its number in any spelling: "INC0000042", "inc 42", "incident number 42", "ticket #42". */
export function recordAt(words: Word[], place: number): { record: RecordRef; length: number } | undefined {
  const first = words[place]!
  if (first.is_quoted) return undefined
  const whole = recordIn(first.text)
  if (whole) return { record: whole, length: 1 }
  const isNumbered = /^(?:number|no|nr|id)$/.test(words[place + 1]?.low ?? '')
  const [, mark, digits] = /^(#?)(\d{1,7})$/.exec(words[place + (isNumbered ? 2 : 1)]?.low ?? '') ?? []
  const prefix = prefixes.get(first.low)
  if (digits === undefined || prefix === undefined) return undefined
  // "request 3 laptops" names no record.
  const isSure = isNumbered || mark === '#' || digits.length > 2 || first.low === prefix.toLowerCase()
  const record = isSure ? recordIn(`${prefix}${digits}`) : undefined
  return record && { record, length: isNumbered ? 3 : 2 }
}

/** The records that the words name, and the remaining words. */
export function splitRecords(words: Word[]): { records: RecordRef[]; rest: Word[] } {
  const records: RecordRef[] = []
  const rest: Word[] = []
  for (let place = 0; place < words.length;) {
    const found = recordAt(words, place)
    if (found) records.push(found.record)
    else rest.push(words[place]!)
    place += found?.length ?? 1
  }
  return { records, rest }
}
