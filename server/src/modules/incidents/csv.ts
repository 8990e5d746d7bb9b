import { malformed } from '../../kernel/errors.ts'

/** RFC 4180: quoted fields may contain commas, line breaks and doubled quotes. The first record names the fields. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header, ...records] = splitRecords(text)
  if (!header) return []
  const names = header.map((name) => name.trim())
  if (new Set(names).size < names.length) throw malformed('The first line names a column twice')
  return records
    .filter((record) => record.length > 1 || record[0] !== '')
    .map((record) => ({
      ...Object.fromEntries(names.map((name, i) => [name, record[i] ?? ''])),
      // A value without a column name is an unknown field: the record is refused, not cut.
      ...Object.fromEntries(
        record.slice(names.length).map((value, i) => [`column ${names.length + i + 1}`, value]),
      ),
    }))
}

function splitRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let position = 0
  while (position < text.length) {
    const [field, end] = text[position] === '"' ? quotedField(text, position) : plainField(text, position)
    record.push(field)
    position = end + 1
    if (text[end] === ',') {
      if (position === text.length) record.push('')
      continue
    }
    if (text[end] === '\r' && text[position] === '\n') position++
    records.push(record)
    record = []
  }
  if (record.length > 0) records.push(record)
  return records
}

function plainField(text: string, start: number): [field: string, end: number] {
  const stop = /[,\r\n]/g
  stop.lastIndex = start
  const end = stop.exec(text)?.index ?? text.length
  return [text.slice(start, end), end]
}

function quotedField(text: string, start: number): [field: string, end: number] {
  let field = ''
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw malformed('The file ends inside a quoted field')
    field += text.slice(from, quote)
    if (text[quote + 1] === '"') {
      field += '"'
      from = quote + 2
      continue
    }
    // Text after the closing quote is not valid CSV, but its meaning is clear.
    const [rest, end] = plainField(text, quote + 1)
    return [field + rest, end]
  }
}
