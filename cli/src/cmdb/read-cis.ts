import path from 'node:path'
import type { BulkCis } from '@mainstay/sdk'
import { readText } from '../files.ts'
import { parseCsv } from '../csv/parse.ts'
import { refusal, usageError } from '../errors.ts'

export type CiRecord = NonNullable<BulkCis['records']>[number]
export interface CiSource {
  line: number
  record: CiRecord
}

const texts = [
  'id',
  'name',
  'class',
  'status',
  'environment',
  'criticality',
  'owner',
  'support_group',
  'location',
  'fqdn',
  'serial_number',
  'external_id',
]
const columnHint = `Possible columns: ${texts.join(', ')}, ip_addresses (separated by semicolons), and attributes.<name>`

/** Configuration items of a CSV file, a JSON array, or one JSON object per line. */
export function readCis(file: string): CiSource[] {
  const content = readText(file)
  const extension = path.extname(file).toLowerCase()
  if (extension === '.csv') return fromCsv(content)
  if (extension === '.json') return fromJson(file, content)
  if (extension === '.jsonl' || extension === '.ndjson') return fromLines(file, content)
  throw usageError(`${file} is neither CSV nor JSON`, 'Its name must end in .csv, .json or .jsonl')
}

function fromCsv(content: string): CiSource[] {
  const { columns, records } = parseCsv(content)
  const unknown = columns.filter((name) => !isKnown(name))
  if (unknown.length > 0) throw refusal(`Unknown columns: ${unknown.join(', ')}`, columnHint)
  return records.map(({ line, values }) => ({ line, record: toRecord(values) }))
}

const isKnown = (name: string) =>
  texts.includes(name) || name === 'ip_addresses' || /^attributes\.[^.]+$/.test(name)

function toRecord(values: Record<string, string>): CiRecord {
  const record: Record<string, unknown> = {}
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue
    if (name === 'ip_addresses') record[name] = value.split(/[;\s]+/).filter(Boolean)
    else if (name.startsWith('attributes.')) attributes[name.slice('attributes.'.length)] = value
    else record[name] = value
  }
  return { ...record, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) } as CiRecord
}

function fromJson(file: string, content: string): CiSource[] {
  const parsed = parse(file, content)
  if (!Array.isArray(parsed)) throw refusal(`${file} does not contain a list`, 'Write [{"name": ...}, ...]')
  return parsed.map((record: CiRecord, index) => ({ line: index + 1, record }))
}

function fromLines(file: string, content: string): CiSource[] {
  return content.split('\n').flatMap((text, index) => {
    if (text.trim() === '') return []
    return [{ line: index + 1, record: parse(`${file}, line ${index + 1}`, text) as CiRecord }]
  })
}

function parse(where: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(`${where}: ${(error as Error).message}`, 'The file must be JSON')
  }
}
