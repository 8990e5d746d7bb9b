import { withStraightApostrophes } from '../../text/words.ts'

/** One word of a text, with properties of its spelling. */
export interface Token {
  word: string
  /** A name, an abbreviation or a code: neither stemmed nor corrected. */
  is_name: boolean
  /** In capitals, quoted, or part of a compound: never removed. */
  is_firm: boolean
}

const unscripted = (sign: string) => `^${sign.normalize('NFKC')}`

/** Expands contractions; without an apostrophe only where the spelling is unambiguous. */
const contractions: [RegExp, string][] = [
  [/\b(can|could)(?:'|no)?t\b/gi, '$1 not'],
  [/\bwon'?t\b/gi, 'will not'],
  [/\bshan't\b/gi, 'shall not'],
  [/\b(is|are|was|were|do|does|did|has|have|had|should|would|must|might|need)n'?t\b/gi, '$1 not'],
  [/\b(what|where|who|how|that|there)'?s\b/gi, '$1 is'],
  [/\b(it|here|when|why)'s\b/gi, '$1 is'],
  [/\bi'm\b/gi, 'i am'],
  [/(\w)'re\b/gi, '$1 are'],
  [/(\w)'ve\b/gi, '$1 have'],
  [/(\w)'ll\b/gi, '$1 will'],
  [/(\w)'d\b/gi, '$1 would'],
  [/(\p{L})'s\b/giu, '$1'],
  [/(\p{L}s)'(?=\s|$)/giu, '$1'],
]

/** Normalises numbers and units. */
const figures: [RegExp, string][] = [
  [/(\d)\s*(?:%|percent\b|per cent\b)/gi, '$1% '],
  [/(\d)(kb|mb|gb|tb|kbps|mbps|gbps|mhz|ghz|ms)\b/gi, '$1 $2'],
  [/(\d) ?([ap])\.?m\b\.?/gi, '$1$2m'],
  [/\bversion (?=\d)/gi, 'v'],
  [/\bpriority (?=[1-5]\b)/gi, 'p'],
  [/\bwin(?:dows)? ?(?=(?:7|8|8\.1|10|11|20\d\d)\b)/gi, 'windows '],
  [/\b(incident|ticket)s? (?:(?:number|no\.?|id) )?(?=inc\d)/gi, ''],
  [/\bchanges? (?:(?:number|no\.?|id) )?(?=chg\d)/gi, ''],
  [/\brequests? (?:(?:number|no\.?|id) )?(?=(?:req|ritm)\d)/gi, ''],
  [/\b(?:knowledge )?articles? (?:(?:number|no\.?|id) )?(?=kb\d)/gi, ''],
  [/\b(?:(?:two|2|multi)[- ]?(?:factor|step)(?: auth(?:entication)?| verification)?|2fa)\b/gi, 'mfa'],
  [/\be-mail/gi, 'email'],
  [/\b(?:turn|switch)(e?d|e?s|ing)? on\b/gi, 'enable$1'],
  [/\b(?:turn|switch)(e?d|e?s|ing)? off\b/gi, 'disable$1'],
  [/\b(?:turn|switch) ((?:[^\s,?]+ ){1,4})on(?=[?.!]*$)/gi, 'enable $1'],
  [/\b(?:turn|switch) ((?:[^\s,?]+ ){1,4})off(?=[?.!]*$)/gi, 'disable $1'],
  [/\b(sign|log)(g?ing)? into\b/gi, '$1$2 in to'],
  [/\b(?:am |is |are |was |were )?(?:unable|not able) to\b/gi, 'can not'],
  [/\b(?:over|above|exceeding|(?:more|greater|higher) than) (?=\d)/gi, '> '],
  [/\b(?:under|below|(?:less|fewer|lower) than) (?=\d)/gi, '< '],
  [/\bAD\b/g, 'Active Directory'],
  [/\bwill not\b/gi, 'not'],
  [/\bback-up/gi, 'backup'],
  [/\bset-up/gi, 'set up'],
  [/\b(?:wi-fi|wlan|wireless (?:network|lan))\b/gi, 'wifi'],
  [/\bpcs?\b/gi, 'computer'],
  [/\bvms?\b/gi, 'virtual machine'],
  [/\bhttps? (?:(?:status|error) )?(?:code )?(?=[1-5]\d\d\b)/gi, ''],
  [/\berror (?:code|number) (?=\S*\d)/gi, 'error '],
]

/** The addressee belongs to the greeting only before punctuation: not in `Hello, all users are out`. */
const greeting =
  /^\s*(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day))(?:\s+(?:there|all|team|everyone|everybody|folks|guys|support|help ?desk|service desk|colleagues))?\s*[,!.:;–-]+\s+/i

/** `In Excel, how do I ...` becomes `how do I ... in Excel`. */
const leading = /^\s*((?:in|on|for|at|with|from)\s[^,?!.]{1,40}),\s+([^?!.]{1,200})([?!.]*)\s*$/i

const normalizeCharacters = (text: string) =>
  withStraightApostrophes(
    text
      .replace(greeting, '')
      .replace(leading, '$2 $1$3')
      .replace(/[²³¹⁰-⁹₀-₉]/g, unscripted)
      .normalize('NFKC'),
  )
    .replace(/\b(?:\p{Lu}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/[‐‑−]/g, '-')
    .replace(/\s[-–—]+\s|[–—]/g, ' ')
    .replace(/["“”„«»`]([^"“”„«»`\s]+)["“”„«»`]/g, ' $1 ')
    .replace(
      /["“”„«»`]([^"“”„«»`\n]{1,200})["“”„«»`]/g,
      (_, inner: string) => ` "${inner.trim().replace(/\s+/g, '_')}" `,
    )

const opening = '("\'[{¿¡'
const closing = '.,;:!?)"\']}…'

/** Removes punctuation around a word. A sign on its own is kept, because it may have a meaning. */
function withoutPunctuation(raw: string): string {
  if (raw.startsWith('"') || raw === '.' || raw === '..') return raw
  let [start, end] = [0, raw.length]
  while (start < end && opening.includes(raw[start]!)) start++
  while (end > start && closing.includes(raw[end - 1]!)) end--
  return raw.slice(start, end)
}

export function tokensOf(text: string): Token[] {
  let plain = normalizeCharacters(text)
  for (const [pattern, open] of contractions) plain = plain.replace(pattern, open)
  for (const [pattern, spelt] of figures) plain = plain.replace(pattern, spelt)
  const raws = plain.split(/\s+|(?<=[\p{L})]),(?=\p{L})/u).filter(Boolean)
  const capitals = raws.filter((raw) => /^\p{Lu}/u.test(raw)).length
  const isShouted = !/\p{Ll}/u.test(text)
  const isTitle = raws.length > 3 && capitals > 0.7 * raws.length
  return raws.flatMap((raw, i) => {
    const bare = withoutPunctuation(raw)
    if (!bare) return []
    const isFirst = i === 0 || (i < 3 ? /[.!?:,]["')]*$/ : /[.!?:]["')]*$/).test(raws[i - 1]!) // after a greeting too
    return read(bare, { isFirst: isFirst || isTitle, isShouted })
  })
}

/** Replaces `/` and `~`, which have a meaning in the canonical form. */
const withoutMarks = (word: string) => (word === '/' ? '÷' : word.replaceAll('~', '≈'))

function read(bare: string, { isFirst, isShouted }: { isFirst: boolean; isShouted: boolean }): Token[] {
  const word = bare.replace(/^(\p{Lu}{2,})s$/u, '$1').toLowerCase()
  if (!/^\p{L}[\p{L}'-]*$/u.test(bare)) return [{ word: withoutMarks(word), is_name: true, is_firm: true }]
  const isAbbreviation = !isShouted && /^\p{Lu}{2,}s?$/u.test(bare)
  const isLetter = bare === 'A' && !isFirst
  const is_name = isAbbreviation || (!isFirst && !isShouted && /^\p{Lu}/u.test(bare))
  const parts = word.split('-').filter(Boolean)
  return parts.map((part, i) => ({
    word: part,
    is_name,
    is_firm: isAbbreviation || isLetter || (parts.length > 1 && i > 0),
  }))
}
