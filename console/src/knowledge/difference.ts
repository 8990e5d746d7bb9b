/** A piece that stands in both texts, or in one of them alone. */
export interface Part {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above it the table of lengths would be too large for a page: what differs is then one piece after the other. */
const largestTable = 4_000_000

/** The shortest way from one list to the other, by their longest common sequence. */
export function compare(before: readonly string[], after: readonly string[]): Part[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...before.slice(0, start).map((text): Part => ({ kind: 'same', text })),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map((text): Part => ({ kind: 'same', text })),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): Part[] {
  const isTooLarge = before.length * after.length > largestTable
  const common = isTooLarge ? () => 0 : commonLengths(before, after)
  const parts: Part[] = []
  let [b, a] = [0, 0]
  while (b < before.length || a < after.length) {
    if (!isTooLarge && b < before.length && a < after.length && before[b] === after[a]) {
      parts.push({ kind: 'same', text: before[b]! })
      b++
      a++
    } else if (b < before.length && (a === after.length || common(b + 1, a) >= common(b, a + 1)))
      parts.push({ kind: 'removed', text: before[b++]! })
    else parts.push({ kind: 'added', text: after[a++]! })
  }
  return parts
}

/** How much the two have in common from each pair of places on. */
function commonLengths(before: readonly string[], after: readonly string[]) {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (b: number, a: number) => lengths[b * width + a]!
  for (let b = before.length - 1; b >= 0; b--)
    for (let a = after.length - 1; a >= 0; a--)
      lengths[b * width + a] =
        before[b] === after[a] ? at(b + 1, a + 1) + 1 : Math.max(at(b + 1, a), at(b, a + 1))
  return at
}

/** A line with its words marked where a line of the other text is close to it, or a number of lines left out. */
export type Row = { kind: Part['kind']; words: Part[] } | { kind: 'left out'; count: number }

const linesOf = (text: string) => text.split(/\r?\n/)
const wordsOf = (line: string) => line.match(/\s+|\w+|[^\s\w]/gu) ?? []

/** Two texts line by line; of what is the same, only what stands around a change. */
export function difference(before: string, after: string, around = 3): Row[] {
  const parts = compare(linesOf(before), linesOf(after))
  const rows: Row[] = []
  for (let place = 0; place < parts.length;) {
    const same = runOf(parts, place, 'same')
    if (same.length > 0) {
      rows.push(...folded(same, place === 0 ? 0 : around, place + same.length === parts.length ? 0 : around))
      place += same.length
      continue
    }
    const removed = runOf(parts, place, 'removed')
    const added = runOf(parts, place + removed.length, 'added')
    rows.push(...changed(removed, added))
    place += removed.length + added.length
  }
  return rows
}

function runOf(parts: Part[], from: number, kind: Part['kind']): string[] {
  let end = from
  while (parts[end]?.kind === kind) end++
  return parts.slice(from, end).map(({ text }) => text)
}

function folded(lines: string[], head: number, tail: number): Row[] {
  const shown = (text: string): Row => ({ kind: 'same', words: [{ kind: 'same', text }] })
  const count = lines.length - head - tail
  if (count <= 1) return lines.map(shown)
  return [
    ...lines.slice(0, head).map(shown),
    { kind: 'left out', count },
    ...lines.slice(lines.length - tail).map(shown),
  ]
}

/** Lines that took each other's place are compared by their words. */
function changed(removed: string[], added: string[]): Row[] {
  const isPaired = removed.length === added.length
  const words = (line: number) =>
    isPaired ? compare(wordsOf(removed[line]!), wordsOf(added[line]!)) : undefined
  const row = (kind: 'removed' | 'added', text: string, line: number): Row => {
    const own = words(line)?.filter((word) => word.kind === 'same' || word.kind === kind)
    const isClose = own?.some((word) => word.kind === 'same' && word.text.trim() !== '')
    return { kind, words: own && isClose ? joined(own) : [{ kind: 'same', text }] }
  }
  return [
    ...removed.map((text, line) => row('removed', text, line)),
    ...added.map((text, line) => row('added', text, line)),
  ]
}

/** Neighbours of one kind are one piece. */
function joined(parts: Part[]): Part[] {
  const pieces: Part[] = []
  for (const { kind, text } of parts) {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  return pieces
}
