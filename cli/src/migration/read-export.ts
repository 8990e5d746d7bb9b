import { statSync } from 'node:fs'
import { rowsOf } from '../csv/parse.ts'
import { CliError, usageError } from '../errors.ts'
import { readText } from '../files.ts'
import type { Mapping, Row } from './record.ts'
import { rowsOfXml } from './xml.ts'

/** Read as a whole: larger exports are split by time, as their systems offer. */
const maxBytes = 256 * 2 ** 20

const refused = (file: string, reason: string, hint: string) =>
  usageError(`${file} cannot be read: ${reason}`, hint)

/** The rows of an export; its form is recognised by its first character. */
export function readExport(file: string, mapping: Mapping): { content: string; rows: Row[] } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxBytes)
    throw refused(
      file,
      `it is larger than ${maxBytes / 2 ** 20} MiB`,
      'Export it in parts, for example by year',
    )
  const content = readText(file)
  const first = content.trimStart()[0]
  try {
    if (first === '{' || first === '[') return { content, rows: rowsOfJson(content, mapping) }
    if (first === '<') return { content, rows: rowsOfXml(content) }
    return { content, rows: rowsOfCsv(content) }
  } catch (error) {
    if (error instanceof CliError) throw error
    throw refused(file, (error as Error).message, `Expected: ${mapping.formats}`)
  }
}

export function rowsOfJson(content: string, { lists }: Mapping): Row[] {
  const value = parseJson(content)
  // Several answers of an API, one after the other, are one export. The answer for a single record has no list.
  const parts = Array.isArray(value) ? value : [value]
  const rows = parts.flatMap((part: unknown) => {
    if (!isObject(part)) return [part]
    const given = lists.map((name) => part[name])
    return (given.find(Array.isArray) as unknown[] | undefined) ?? given.find(isObject) ?? part
  })
  const bad = rows.findIndex((row) => !isObject(row))
  if (bad >= 0) throw new Error(`row ${bad + 1} is not an object`)
  return rows as Row[]
}

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One JSON text, or one in each line. */
function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    const lines = content.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2 || !lines[0]!.trimEnd().endsWith('}')) throw error
    return lines.map((line) => JSON.parse(line) as unknown)
  }
}

/** A column that occurs several times, such as the comments of Jira, becomes a list. */
export function rowsOfCsv(content: string): Row[] {
  const [names, ...records] = rowsOf(content)
  if (!names) throw new Error('the file is empty')
  const columns = names.cells.map((name) => name.trim())
  return records.map(({ line, cells }) => {
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      throw new Error(`line ${line} has ${cells.length} cells, and there are ${columns.length} columns`)
    const row: Row = {}
    columns.forEach((key, i) => {
      const cell = cells[i] ?? ''
      if (Object.hasOwn(row, key)) row[key] = [row[key], cell].flat()
      else row[key] = cell
    })
    return row
  })
}
