import { foldLetters } from '../../kernel/letters.ts'

/** Markers around each match. They must not occur in any text, so they are random for each search. */
export interface Marks {
  start: string
  stop: string
}

/** Plain text, and the ranges of the matches in code points. */
export interface Excerpt {
  text: string
  highlights: [number, number][]
}

export function toExcerpt(marked: string, { start, stop }: Marks): Excerpt {
  const [before = '', ...pieces] = marked.split(start)
  const excerpt: Excerpt = { text: before, highlights: [] }
  let length = lengthOf(before)
  for (const piece of pieces) {
    const [word = '', after = ''] = piece.split(stop)
    excerpt.highlights.push([length, length + lengthOf(word)])
    excerpt.text += word + after
    length += lengthOf(word) + lengthOf(after)
  }
  return excerpt
}

/** Between two parts of a text. */
export const delimiter = ' … '

/** An excerpt of the folded text, in the letters of the text itself: "Straße" instead of "Strasse". */
export function inLettersOf(text: string, excerpt: Excerpt): Excerpt {
  const letters = Array.from(text)
  const folded = letters.map(foldLetters)
  const all = folded.join('')
  if (all === text) return excerpt
  const origins = folded.flatMap((each, i) => Array.from(each, () => i))
  const originOf = (place: number) => origins[place] ?? letters.length
  const parts: string[] = []
  const highlights: Excerpt['highlights'] = []
  let [searchedTo, before, beforeHere] = [0, 0, 0]
  for (const part of excerpt.text.split(delimiter)) {
    const found = all.indexOf(part, searchedTo)
    // Accents of some scripts fold only together with their letter.
    if (found === -1) return excerpt
    searchedTo = found + part.length
    const start = lengthOf(all.slice(0, found))
    const end = before + lengthOf(part)
    const hereOf = (place: number) => beforeHere + originOf(start + place - before) - originOf(start)
    for (const [from, to] of excerpt.highlights)
      if (from >= before && to <= end) highlights.push([hereOf(from), hereOf(to)])
    parts.push(letters.slice(originOf(start), originOf(start + end - before)).join(''))
    beforeHere = hereOf(end) + lengthOf(delimiter)
    before = end + lengthOf(delimiter)
  }
  return { text: parts.join(delimiter), highlights }
}

const lengthOf = (text: string) => Array.from(text).length
