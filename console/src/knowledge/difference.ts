/** A piece of text that is in both versions, or in one of them. */
export interface Part {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above this size the table would use too much memory; the range is then one removal and one addition. */
const largestTable = 4_000_000

/** The shortest edit script, from the longest common subsequence. */
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

/** Length of the longest common subsequence from each pair of positions on. */
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

/**
 * A line, with changed words marked if the other version has a similar line, or the number of unchanged lines
 * left out.
 */
export type Row = { kind: Part['kind']; words: Part[] } | { kind: 'left out'; count: number }

const linesOf = (text: string) => text.split(/\r?\n/)
const wordsOf = (line: string) => line.match(/\s+|\w+|[^\s\w]/gu) ?? []

/** Compares line by line and keeps a few unchanged lines around each change. */
export function difference(before: string, after: string, around = 3): Row[] {
  const parts = compare(linesOf(before), linesOf(after))
  const rows: Row[] = []
  for (let index = 0; index < parts.length;) {
    const same = runOf(parts, index, 'same')
    if (same.length > 0) {
      rows.push(
        ...collapsed(same, index === 0 ? 0 : around, index + same.length === parts.length ? 0 : around),
      )
      index += same.length
      continue
    }
    const removed = runOf(parts, index, 'removed')
    const added = runOf(parts, index + removed.length, 'added')
    rows.push(...changed(removed, added))
    index += removed.length + added.length
  }
  return rows
}

function runOf(parts: Part[], from: number, kind: Part['kind']): string[] {
  let end = from
  while (parts[end]?.kind === kind) end++
  return parts.slice(from, end).map(({ text }) => text)
}

function collapsed(lines: string[], head: number, tail: number): Row[] {
  const shown = (text: string): Row => ({ kind: 'same', words: [{ kind: 'same', text }] })
  const count = lines.length - head - tail
  if (count <= 1) return lines.map(shown)
  return [
    ...lines.slice(0, head).map(shown),
    { kind: 'left out', count },
    ...lines.slice(lines.length - tail).map(shown),
  ]
}

/** Replaced lines are compared word by word. */
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

/** Merges adjacent parts of the same kind. */
function joined(parts: Part[]): Part[] {
  const pieces: Part[] = []
  for (const { kind, text } of parts) {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  return pieces
}
