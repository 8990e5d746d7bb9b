import type { RecordRef } from './meaning.ts'

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const digits = ordinals.map((_, n) => `${n + 1}(?:st|nd|rd|th)`)
const place = [...ordinals, ...digits].join('|')
const group = 'of (?:them|those|these)|(?:on|in|of|from) (?:the|that) list'
/** Alone it must end the sentence, or be given to somebody: "the first incident of May" is no place in a list. */
const end = String.raw`(?= to | and | because |[:?.!,]|\s*$)`
const pattern = new RegExp(
  String.raw`\bthe (?:(${place}|last)(?: one(?: (?:${group}))?| (?:${group}))(?![\w-])|(?<!\b(?:on|since|until|by) the )(${place})${end})`,
  'i',
)

/** "close the second one": the record at that place of the list before, by its number. */
export function withListed(text: string, listed: RecordRef[]): string {
  const [whole = '', one, alone] = pattern.exec(text) ?? []
  const said = (one ?? alone ?? '').toLowerCase()
  const nth = said === 'last' ? listed.length : ordinals.indexOf(said) + 1 || Number.parseInt(said, 10)
  const record = listed[nth - 1]
  return record ? text.replace(whole, record.id) : text
}
