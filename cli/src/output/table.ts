import { printable } from './colour.ts'

export type Cell = string | number | string[] | null | undefined

export interface Column<Row> {
  title: string
  value: (row: Row) => Cell
  /** This column gives up its width first when the terminal is narrow. */
  shrinks?: boolean
  /** In a terminal too narrow for it, this column is left out; the last such one first. */
  optional?: boolean
  paint?: (text: string, row: Row) => string
}

const gap = '  '
const narrowest = 8
/** Of the last column, before others are left out. */
const readable = 24

/** Columns under their titles. `width` is the terminal's; without it (a pipe, a file) nothing is cut. */
export function table<Row>(rows: Row[], columns: Column<Row>[], width?: number): string {
  const cells = rows.map((row) => columns.map(({ value }) => oneLine(value(row))))
  const widths = columns.map((column, index) =>
    Math.max(displayWidth(column.title), ...cells.map((line) => displayWidth(line[index]!))),
  )
  if (width !== undefined) {
    const wanted = Math.min(widths.at(-1)!, readable)
    shrink(columns, widths, width)
    const least = columns.findLastIndex(({ optional }) => optional)
    if (least !== -1 && (totalOf(widths) > width || widths.at(-1)! < wanted))
      return table(rows, columns.toSpliced(least, 1), width)
  }
  const header = columns.map(({ title }, index) => pad(title.toUpperCase(), widths[index]!))
  const lines = cells.map((line, at) =>
    line.map((text, index) => {
      const padded = pad(cut(text, widths[index]!), widths[index]!)
      return columns[index]!.paint?.(padded, rows[at]!) ?? padded
    }),
  )
  return [header, ...lines].map((line) => line.join(gap).trimEnd()).join('\n')
}

/** Label and value below each other, for one record. */
export function fields(pairs: [string, Cell][]): string {
  const given = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...given.map(([label]) => displayWidth(label)))
  return given.map(([label, value]) => `${pad(label, width)}${gap}${oneLine(value)}`).join('\n')
}

const totalOf = (widths: number[]) =>
  widths.reduce((sum, one) => sum + one, 0) + gap.length * (widths.length - 1)

function shrink<Row>(columns: Column<Row>[], widths: number[], width: number): void {
  const order = columns.map((column, index) => ({ index, shrinks: column.shrinks === true }))
  for (const { index } of order.filter(({ shrinks }) => shrinks)) {
    const excess = totalOf(widths) - width
    if (excess <= 0) return
    widths[index] = Math.max(narrowest, widths[index]! - excess)
  }
}

function oneLine(value: Cell): string {
  if (value === undefined || value === null || value === '') return '-'
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return printable(text).replaceAll(/\s+/g, ' ').trim()
}

/**
 * Characters, not code units; wide ones (Chinese, Japanese, Korean, emoji) take two columns, marks, later parts of Korean syllables
 * and invisible ones none.
 */
function displayWidth(text: string): number {
  let width = 0
  for (const character of text)
    width += /[\p{M}\p{Cf}\u1160-\u11FF]/u.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** East Asian Width of Unicode, by blocks: kana and punctuation are wide, but their halfwidth forms are not. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - displayWidth(text)))

function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (displayWidth(kept + character) > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
