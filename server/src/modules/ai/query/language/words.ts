/** A word of a question, and where it stands in it. */
export interface Word {
  /** As it was typed. */
  text: string
  /** In lower case and without a possessive ending. */
  low: string
  start: number
  end: number
  /** It stood in quotation marks: one text, however many words. */
  is_quoted?: true
  /** What stood behind it: a comma, a colon, a question mark. */
  mark: string
}

const chunk = /"([^"]*)"|“([^”]*)”|[^\s"“”]+/g
/** Without repetition inside repetition, so that no text takes long. */
const edges = /^[^\p{L}\p{N}@#]*/u
const separators = /[/,|&;()[\]]+/

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(chunk)) {
    const quoted = match[1] ?? match[2]
    if (quoted === undefined) words.push(...partsOf(match[0], match.index))
    else if (quoted.trim() !== '') {
      const start = match.index + 1
      const low = quoted.trim().toLowerCase()
      words.push({ text: quoted.trim(), low, start, end: start + quoted.length, is_quoted: true, mark: '' })
    }
  }
  return words
}

/** `P1/P2,` is two words; a host name, an address or a time of day is one. */
function partsOf(typed: string, offset: number): Word[] {
  const words: Word[] = []
  let place = 0
  for (const piece of typed.split(separators)) {
    const start = typed.indexOf(piece, place)
    place = start + piece.length
    const lead = edges.exec(piece)![0].length
    const core = withoutTail(piece.slice(lead))
    const end = start + lead + core.length
    const mark = markAt(typed, end)
    if (core === '') {
      const last = words.at(-1)
      if (last) last.mark ||= mark
    } else words.push({ text: core, low: plain(core), start: offset + start + lead, end: offset + end, mark })
  }
  return words
}

function withoutTail(text: string): string {
  let end = text.length
  while (end > 0 && !isInner(text[end - 1]!)) end--
  return text.slice(0, end)
}

const isInner = (character: string) => /[\p{L}\p{N}\p{M}]/u.test(character)
const markAt = (text: string, place: number) => (',:;?!.'.includes(text[place] ?? ' ') ? text[place]! : '')

const plain = (text: string) => text.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')

/** Whether a word is another with one slip: a letter missing, too many, wrong, or two of them swapped. Never the first. */
export function isSlipOf(typed: string, meant: string): boolean {
  if (typed.length < 5 || Math.abs(typed.length - meant.length) > 1 || typed[0] !== meant[0]) return false
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same++
  const rest = (word: string, skipped: number) => word.slice(same + skipped)
  if (typed.length < meant.length) return rest(typed, 0) === rest(meant, 1)
  if (typed.length > meant.length) return rest(typed, 1) === rest(meant, 0)
  const isSwapped = typed[same] === meant[same + 1] && typed[same + 1] === meant[same]
  return rest(typed, 1) === rest(meant, 1) || (isSwapped && rest(typed, 2) === rest(meant, 2))
}

/** A word, and what may be its singular or its plural; good enough to compare names. */
export const formsOf = (word: string): string[] => [
  word,
  `${word}s`,
  ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
  ...(word.endsWith('es') ? [word.slice(0, -2)] : [`${word}es`]),
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []),
]
