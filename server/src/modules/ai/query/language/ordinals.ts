import type { RecordRef } from './meaning.ts'

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const place = [...ordinals, String.raw`\d{1,2}(?:st|nd|rd|th)`].join('|')
const group = 'of (?:them|those|these)|(?:on|in|of|from) (?:the|that) list'
/** "the first incident of May" is not a position in a list, so an ordinal must end its phrase. */
const end = String.raw`(?= to | and | because |[:?.!,]|\s*$)`
const dated = String.raw`(?<!\b(?:on|since|until|by|of|from|before|after) the )`
const extreme = /(?<=^\w.*)\bthe (oldest|newest|latest) (?:one|of (?:them|those|these))(?![\w-])/i

const pattern = new RegExp(
  String.raw`\bthe (?:(${place}|last)(?: one(?: (?:${group}))?| (?:${group}))(?![\w-])|${dated}(${place})${end})`,
  'i',
)

/**
 * Replaces a position ("close the second one") by the number of that record in the previous list; null if it is shorter.
 * "The oldest one" has the lowest number of a list that was shown as a whole.
 */
export function withListed(text: string, listed: RecordRef[], is_whole = false): string | null {
  const [most = '', age] = (is_whole && extreme.exec(text)) || []
  const inOrder = listed.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))
  const id = inOrder.at(/oldest/i.test(age ?? '') ? 0 : -1)
  if (most && id) return text.replace(most, id)
  const [whole, one, alone] = pattern.exec(text) ?? []
  if (whole === undefined || listed.length === 0) return text
  const ordinal = (one ?? alone ?? '').toLowerCase()
  const nth =
    ordinal === 'last' ? listed.length : ordinals.indexOf(ordinal) + 1 || Number.parseInt(ordinal, 10)
  const record = listed[nth - 1]
  return record ? text.replace(whole, record.id) : null
}
