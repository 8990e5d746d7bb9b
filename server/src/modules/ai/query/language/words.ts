import { withStraightApostrophes, wordsIn } from '../../text/words.ts'

/** A word of a question, and its position. */
export interface Word {
  /** As it was typed. */
  text: string
  /** In lower case and without a possessive ending. */
  low: string
  start: number
  end: number
  /** A quoted text counts as one word. */
  is_quoted?: true
  /** The punctuation after it. */
  mark: string
}

const chunk = /"([^"]*)"|“([^”]*)”|[^\s"“”]+/g
/** No nested quantifiers, so that matching is linear. */
const edges = /^[^\p{L}\p{N}@#]*/u
/** "non-emergency" and "aren't" are two words. */
const separators = /[/,|&;()[\]]+|(?<=^non)-|(?<=^(?:is|are|was|were|has|have|do|does|did))(?=n['’]t$)/i

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

const plain = (text: string) =>
  withStraightApostrophes(text.toLowerCase()).replace(/'s$/, '').replace(/^n't$/, 'not')

const preface =
  /^(?:i|we|hi|hello|hey|good (?:morning|afternoon|evening)|sorry|ok|so)\b[^,.!;?]{0,100}[,.!;]\s+(?=(?:what|which|who|whose|how|show|list|any|is|are|do|does|did|give|tell)\b)/i

/** Removes an introduction: "I just started my shift, what came in?" */
export const withoutPreface = (text: string): string => text.replace(preface, '')

/** Expands "what's" and "who's", which the encoder distinguishes better. */
export const withWholeWords = (text: string): string =>
  text.replaceAll(/\b(what|who|where|when|how)(?:['’]s|s)(?= )/gi, '$1 is')

export const isYes = (text: string) =>
  /^\s*(?:yes|yep|yeah|right|correct|exactly|sure|ok)(?:,? please)?[\s.!]*$/i.test(text)

/** Frequent words of other languages that are not English words as well. */
const foreignWords = new Set(
  `wie viele welche welcher haben wir ist sind nicht wer der das und ich bitte gibt zeige offene mein meine kann warum
  cuántas cuántos cuál qué quién hay está están los las una por para cómo dónde muéstrame mis abiertas abiertos el
  quels quelles quel quelle sont les est des une combien qui où avec pourquoi montre mes ouverts ouvertes nous avons je
  quanti quante quali sono gli della perché chi dove mostra miei aperti che
  quantos quantas quais são dos das não onde mostre meus abertos você
  hoeveel welke zijn het een niet waarom hebben wij mijn openstaande toon staan er zijn van deze wat wie
  il lo di abbiamo nostri questo nella tutti tutte
  ein eine dem des auf mit für von alle noch heute uns unsere zeig mir
  le du au aux dans pour sur ce cette ont tous toutes aujourd hui
  del al su este esta todos todas tenemos hoy nuestro
  na em os uma temos hoje nosso todos`
    .trim()
    .split(/\s+/),
)

const longest = 60

/** Whether a text is in another language: too many of its words, or its letters, are not English. */
export function isForeign(text: string): boolean {
  const words = wordsIn(text, { limit: longest })
  const foreign = words.filter((word) => foreignWords.has(word)).length
  if (foreign >= 2 && foreign >= words.length / 3) return true
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length > letters.length / 2
}
