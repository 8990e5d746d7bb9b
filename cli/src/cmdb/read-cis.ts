import path from 'node:path'
import type { BulkCis } from '@mainstay/sdk'
import { readText } from '../files.ts'
import { parseCsv, type CsvRecord } from '../csv/parse.ts'
import { refusal, usageError } from '../errors.ts'

export type CiRecord = NonNullable<BulkCis['records']>[number]
/** In a file, a relationship may name its target by the external ID instead. */
interface FileRelationship {
  type: string
  ci_id?: string
  external_id?: string
}
export interface CiSource {
  line: number
  record: Omit<CiRecord, 'relationships'> & { relationships?: FileRelationship[] }
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
  'discovery_source',
  'first_discovered_at',
  'last_discovered_at',
]
/** An export has them, and the service maintains them. */
const ignored = new Set(['number', 'url', 'version', 'created_at', 'updated_at'])
const columnHint = `Possible columns: ${texts.join(', ')}, ip_addresses (separated by semicolons), relationships (such as runs_on:host-1; uses:db-1), and attributes.<name>`

/** Configuration items of a CSV file, a JSON array, or one JSON object per line. */
export function readCis(file: string): CiSource[] {
  const content = readText(file)
  const extension = path.extname(file).toLowerCase()
  // Excel gives Unicode text the ending .txt.
  if (['.csv', '.tsv', '.txt'].includes(extension)) return fromCsv(content)
  if (extension === '.json') return fromJson(file, content)
  if (extension === '.jsonl' || extension === '.ndjson') return fromLines(file, content)
  throw usageError(
    `${file} is neither CSV nor JSON`,
    'Its name must end in .csv, .tsv, .txt, .json or .jsonl',
  )
}

function fromCsv(content: string): CiSource[] {
  const { columns, records } = parseCsv(content)
  const unknown = columns.filter((name) => !isKnown(name))
  if (unknown.length > 0) throw refusal(`Unknown columns: ${unknown.join(', ')}`, columnHint)
  return records.map(toRecord)
}

const isKnown = (name: string) =>
  texts.includes(name) ||
  ignored.has(name) ||
  /^(ip_addresses|relationships|attributes(\.[^.]+)?)$/.test(name)

function toRecord({ line, values }: CsvRecord): CiSource {
  const record: Record<string, unknown> = {}
  const attributes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || ignored.has(name)) continue
    if (name === 'attributes') Object.assign(attributes, parse(`Line ${line}, ${name}`, value))
    else if (name === 'relationships' && value.startsWith('['))
      record[name] = parse(`Line ${line}, ${name}`, value)
    else if (name === 'relationships')
      record[name] = value.split(';').flatMap((text) => toRelationship(text, line))
    else if (name === 'ip_addresses') record[name] = value.split(/[;\s]+/).filter(Boolean)
    else if (name.startsWith('attributes.')) attributes[name.slice('attributes.'.length)] = value
    else record[name] = value
  }
  const given = { ...record, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) }
  return { line, record: given as CiSource['record'] }
}

/** `runs_on:host-1`, by the external ID of the target, or `runs_on:CI0000042`. */
function toRelationship(text: string, line: number): FileRelationship[] {
  if (text.trim() === '') return []
  const [, type, target] = /^\s*([^:\s]+)\s*:\s*(.*\S)/.exec(text) ?? []
  if (!type || !target)
    throw refusal(`Line ${line}: '${text.trim()}' is not a relationship`, 'Write it as runs_on:host-1')
  return [/^CI\d{7,}$/.test(target) ? { type, ci_id: target } : { type, external_id: target }]
}

function fromJson(file: string, content: string): CiSource[] {
  const parsed = parse(file, content)
  if (!Array.isArray(parsed)) throw refusal(`${file} does not contain a list`, 'Write [{"name": ...}, ...]')
  return parsed.map((record: CiSource['record'], index) => ({ line: index + 1, record }))
}

function fromLines(file: string, content: string): CiSource[] {
  return content.split('\n').flatMap((text, index) => {
    if (text.trim() === '') return []
    return [{ line: index + 1, record: parse(`${file}, line ${index + 1}`, text) as CiSource['record'] }]
  })
}

function parse(where: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(`${where}: ${(error as Error).message}`, 'The file must be JSON')
  }
}
