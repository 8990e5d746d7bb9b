/** A verbatim part of a text that is shown undivided. */
export interface Block {
  text: string
  kind: 'prose' | 'list' | 'code' | 'table'
}

const isItem = (line: string) => /^\s*(?:[-*+]|\d+[.)])\s+\S/.test(line)
const isFence = (line: string) => /^\s*(?:```|~~~)/.test(line)
const isTable = (line: string) => /^\s*\|/.test(line)
const isContinued = (line: string) => /^\s{2,}\S/.test(line)

/** The blocks of a Markdown text in their order: lists and code are not divided, prose is divided into paragraphs. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  for (let i = 0; i < lines.length;) {
    const isBlank = lines[i]!.trim() === ''
    const end = isBlank ? i + 1 : endOfBlock(lines, i)
    if (!isBlank) blocks.push({ text: lines.slice(i, end).join('\n').trimEnd(), kind: kindOf(lines[i]!) })
    i = end
  }
  return blocks
}

const kindOf = (line: string): Block['kind'] =>
  isFence(line) ? 'code' : isTable(line) ? 'table' : isItem(line) ? 'list' : 'prose'

function endOfBlock(lines: string[], start: number): number {
  const kind = kindOf(lines[start]!)
  let end = start + 1
  if (kind === 'code') {
    while (end < lines.length && !isFence(lines[end]!)) end++
    return Math.min(end + 1, lines.length)
  }
  if (kind === 'list') return endOfList(lines, end)
  const goesOn = kind === 'table' ? isTable : (line: string) => line.trim() !== '' && kindOf(line) === 'prose'
  while (end < lines.length && goesOn(lines[end]!)) end++
  return end
}

/** A list continues over empty lines, with further items or indented text. */
function endOfList(lines: string[], from: number): number {
  let end = from
  for (let i = from; i < lines.length; i++) {
    const line = lines[i]!
    if (isItem(line) || isContinued(line)) end = i + 1
    else if (line.trim() !== '') break
  }
  return end
}

export const itemsOf = (list: string): string[] => list.split(/\n(?=(?:[-*+]|\d+[.)])\s)/)

/** The smallest parts that say something by themselves: sentences, list items, rows of a table, code. */
export const statementsOf = (markdown: string): string[] =>
  blocksOf(markdown).flatMap(({ kind, text }) => {
    if (kind === 'prose') return sentencesOf(text)
    if (kind === 'list') return itemsOf(text)
    return kind === 'table' ? text.split('\n').slice(2) : [text]
  })

/** A full stop after a step number or in an abbreviation does not end a sentence. */
const noEnd = /^\d{1,3}\.$|(?:^|\s|\()(?:e\.g|i\.e|etc|vs|approx|no|nr|fig|mr|mrs|dr|st)\.$/i

export function sentencesOf(prose: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const { 0: gap, index } of prose.matchAll(
    /(?<=[.!?][)"'*_`\]]{0,3})\s+(?=["'(*_`[]{0,3}[\p{Lu}\d-])/gu,
  )) {
    if (noEnd.test(prose.slice(start, index))) continue
    sentences.push(prose.slice(start, index))
    start = index + gap.length
  }
  return [...sentences, prose.slice(start)].map((sentence) => sentence.trim()).filter(Boolean)
}
