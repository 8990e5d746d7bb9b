import { refusal } from '../errors.ts'

export interface CsvRecord {
  /** Line of the file on which the record begins, from 1. */
  line: number
  values: Record<string, string>
}

/**
 * RFC 4180, or with the semicolons of European spreadsheets, or the tabs of Excel's Unicode text; with column names in the first
 * line. Blank lines are left out.
 */
export function parseCsv(text: string): { columns: string[]; records: CsvRecord[] } {
  const [header, ...rows] = rowsOf(text)
  if (!header) throw refusal('The file is empty', 'Its first line must name the columns')
  const columns = header.cells.map((name) => name.trim())
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw refusal(`The column '${twice}' occurs twice`)
  const records = rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw refusal(
        `Line ${line} has ${cells.length} cells, and there are ${columns.length} columns`,
        'Put cells that contain a comma or a line break in double quotes',
      )
    return { line, values: Object.fromEntries(columns.map((name, index) => [name, cells[index]!])) }
  })
  return { columns, records }
}

interface Row {
  line: number
  cells: string[]
}

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

export function rowsOf(text: string): Row[] {
  const separator = separatorOf(text)
  const rows: Row[] = []
  let cells: string[] = []
  let [line, startedAt, position] = [1, 1, 0]
  const endRow = () => {
    if (cells.length > 1 || cells[0]?.trim()) rows.push({ line: startedAt, cells })
    cells = []
    startedAt = line
  }
  while (position < text.length) {
    const read = text[position] === '"' ? quotedCell : plainCell
    const cell = read(text, position, separator, line)
    cells.push(cell.value)
    line += cell.lines
    position = cell.end
    if (text[position] === separator) {
      position++
      if (position === text.length) cells.push('')
      continue
    }
    if (position < text.length) line++
    position += text.startsWith('\r\n', position) ? 2 : 1
    endRow()
  }
  if (cells.length > 0) endRow()
  return rows
}

function separatorOf(text: string): Separator {
  const [header = ''] = text.split('\n', 1)
  const columnsBy = (separator: Separator) => header.split(separator).length
  return separators.reduce((best, other) => (columnsBy(other) > columnsBy(best) ? other : best))
}

interface Cell {
  value: string
  /** Where it ends: at a separator, a line end or the end of the text. */
  end: number
  /** Line breaks inside of it. */
  lines: number
}

const endOfCell = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g }

function plainCell(text: string, start: number, separator: Separator): Cell {
  const pattern = endOfCell[separator]
  pattern.lastIndex = start
  const end = pattern.exec(text)?.index ?? text.length
  return { value: text.slice(start, end), end, lines: 0 }
}

function quotedCell(text: string, start: number, separator: Separator, line: number): Cell {
  const pattern = /"(?!")|""/g
  pattern.lastIndex = start + 1
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '""') continue
    const end = match.index + 1
    if (end < text.length && !`${separator}\r\n`.includes(text[end]!))
      throw refusal(`Line ${line}: text follows a closing quote`, 'Write a quote inside quotes twice: ""')
    const raw = text.slice(start + 1, match.index)
    return { value: raw.replaceAll('""', '"'), end, lines: raw.split('\n').length - 1 }
  }
  throw refusal(`Line ${line}: a quote is opened and never closed`)
}

const needsQuotes = /[",\r\n]|^\s|\s$/

export const toCsvLine = (cells: string[]) =>
  `${cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
