export interface Chunk {
  heading: string
  text: string
}

interface Section extends Chunk {
  level: number
}

/** Measured: shorter chunks find less and lack context. */
const chunkWords = 180
/** Maximum chunks of a record; the rest is not indexed. */
const maxChunks = 500

/** A heading starts a chunk; a long section is cut between its paragraphs and steps, code is cut last. */
export function chunksOf(markdown: string): Chunk[] {
  const chunks: Chunk[] = []
  let above: Section | undefined
  for (const section of splitAtHeadings(markdown)) {
    const { level, text } = section
    // A heading directly above other headings is part of their context.
    const heading = above && above.level < level ? `${above.heading}: ${section.heading}` : section.heading
    for (const part of packIntoChunks(text)) chunks.push({ heading, text: part })
    above = text.trim() ? undefined : { heading, level, text }
    if (chunks.length >= maxChunks) break
  }
  return chunks.slice(0, maxChunks)
}

function splitAtHeadings(markdown: string): Section[] {
  const sections: Section[] = []
  let section: Section = { heading: '', level: 7, text: '' }
  let fence = ''
  for (const line of markdown.split('\n')) {
    fence = fenceAfter(line, fence)
    const marks = fence ? undefined : /^ {0,3}(#{1,6})[ \t]/.exec(line)
    if (marks) {
      sections.push(section)
      const heading = line
        .slice(marks[0].length)
        .trim()
        .replace(/(?:^|[ \t])#+$/, '')
      section = { heading: heading.trimEnd(), level: marks[1]!.length, text: '' }
    } else section.text += `${line}\n`
  }
  return [...sections, section]
}

/** The fence that ends the current code block, if any. */
function fenceAfter(line: string, fence: string): string {
  const marks = /^ *(`{3,}|~{3,})/.exec(line)?.[1]
  if (!marks) return fence
  if (!fence) return marks
  return marks.startsWith(fence) && line.trim() === marks ? '' : fence
}

/** A section in as few parts of similar size as possible. */
function packIntoChunks(text: string): string[] {
  const words = countWords(text)
  const enough = words / Math.ceil(words / chunkWords)
  const parts: { text: string; words: number }[] = []
  for (const piece of splitAtBlocks(text).flatMap((block) => cut(block))) {
    const more = countWords(piece)
    const last = parts.at(-1)
    if (last && last.words + more / 2 <= enough) {
      last.text += piece
      last.words += more
    } else parts.push({ text: piece, words: more })
  }
  return parts.map((part) => part.text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()).filter(Boolean)
}

/** Paragraphs and steps; code is one, with its fences. */
function splitAtBlocks(text: string): string[] {
  const blocks = ['']
  let [fence, wasBlank] = ['', false]
  for (const line of text.split(/(?<=\n)/)) {
    const startsBlock = wasBlank || /^ *(?:[-*+]|\d{1,9}[.)]) /.test(line)
    if (startsBlock && !fence && line.trim()) blocks.push('')
    blocks[blocks.length - 1] += line
    fence = fenceAfter(line, fence)
    wasBlank = !line.trim()
  }
  return blocks
}

/** Long pieces are cut between lines, sentences or words, in this order of preference. */
function cut(block: string, borders = [/(?<=\n)/, /(?<=[.!?]\s)/, /(?<=\s)/]): string[] {
  const limit = fenceAfter(block, '') ? 2 * chunkWords : chunkWords
  const [border, ...finer] = borders
  if (!border || countWords(block) <= limit) return [block]
  return block.split(border).flatMap((piece) => cut(piece, finer))
}

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
