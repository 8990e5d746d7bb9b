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

const lengthOf = (text: string) => Array.from(text).length
