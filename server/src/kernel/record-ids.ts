/** What the IDs of records begin with. */
export const idPrefixes = {
  incident: 'INC',
  change: 'CHG',
  request: 'REQ',
  article: 'KB',
  ci: 'CI',
} as const
export type IdentifiedType = keyof typeof idPrefixes

/** Seven digits; beyond them, IDs of CIs become longer, and others continue with letters. */
export const idDigits = 7
const numberOf = (type: IdentifiedType) => (type === 'ci' ? `\\d{1,18}` : `[0-9A-Z]{${idDigits}}`)

/** The source of a regular expression for IDs of one type. */
export const idPattern = (type: IdentifiedType): string => `${idPrefixes[type]}${numberOf(type)}`

export const idTypes = Object.keys(idPrefixes) as IdentifiedType[]
const wholeId = new RegExp(`^(?:${idTypes.map(idPattern).join('|')})$`)

export const isRecordId = (text: string): boolean => wholeId.test(text)

const written = idTypes.map((type) =>
  // Without a digit it is a word: INCREASING, REQUESTING.
  type === 'ci' ? `CI\\d{${idDigits},18}` : `${idPrefixes[type]}(?=[A-Z]*\\d)${numberOf(type)}`,
)

/** The same for whole IDs of all types in a text. */
export const idsInText = `\\b(?:${written.join('|')})\\b`

/** The letters of all IDs, as alternatives of a regular expression. */
export const anyPrefix = Object.values(idPrefixes).join('|')
