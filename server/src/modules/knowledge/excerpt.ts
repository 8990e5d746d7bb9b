/** Put around each word that was found. They must not stand in any text, so they are made up for each search. */
export interface Marks {
  start: string
  stop: string
}

/** Plain text, and from where to where in it, in code points, the words stand that were found. */
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
