import { createHash } from 'node:crypto'
import type { Mainstay, SystemImportReport } from '@mainstay/sdk'
import { batchesOf, type Part } from './batches.ts'
import type { LeftOutRow, MappedRecord, MappedRows } from './record.ts'
import { ImportResultsFile } from './results-file.ts'

type ServiceResult = SystemImportReport['results'][number]
type ImportResult = ServiceResult & { type: MappedRecord['type'] }
type Totals = Pick<SystemImportReport, 'created' | 'exists' | 'would_create' | 'failed' | 'notes'>

export interface ImportReport extends Totals {
  system: string
  records: number
  results: ImportResult[]
  left_out: LeftOutRow[]
}

interface Options {
  client: Mainstay
  system: string
  /** Beside the export; where it exists, the import continues after the records in it. */
  resumeFile: string
  /** Of the export and of the service: another file starts over. */
  identity: string
  isDryRun: boolean
  signal: AbortSignal
  onDone: (count: number) => void
}

/** Sends all records. The service recognises what it has: the resume file only saves time. */
export async function runImport({ records, left_out }: MappedRows, options: Options): Promise<ImportReport> {
  const { client, system, isDryRun, signal, onDone } = options
  const resume = isDryRun
    ? undefined
    : new ImportResultsFile<ServiceResult>(options.resumeFile, options.identity)
  const done = [...(resume?.results ?? [])]
  const batches = batchesOf(records)
  let position = 0
  for (const batch of batches) {
    position += batch.length
    if (position > done.length) {
      const lines = batch.map(({ record }) => JSON.stringify({ ...record, message: undefined })).join('\n')
      const report = await client.imports.send(system, lines, { dryRun: isDryRun, signal })
      done.push(...report.results)
      resume?.add(report.results)
    }
    onDone(batch.filter(({ isLast }) => isLast).length)
  }
  resume?.remove()
  const combined = combine(batches.flat(), done)
  const results = isDryRun ? foreseeRepeated(combined) : combined
  return { system, records: records.length, ...totalsOf(results), results, left_out }
}

/** One result for each record. Of one that was sent in parts, the first decides, unless another has failed. */
function combine(parts: Part[], done: ServiceResult[]): ImportResult[] {
  const results: ImportResult[] = []
  for (const [i, { record, index }] of parts.entries()) {
    const { type, external_id } = record
    const result = done[i]!
    const before = results[index]
    const decides = !before || result.status === 'failed'
    const notes = [before?.notes, result.notes].filter((count) => count !== undefined)
    const messages = [before ? before.message : record.message, decides && result.message]
    const message = messages.filter(Boolean).join('; ')
    results[index] = {
      ...(decides ? result : before),
      record: index + 1,
      type,
      external_id,
      ...(notes.length > 0 && { notes: notes.reduce((sum, count) => sum + count) }),
      ...(message && { message }),
    }
  }
  return results
}

/** The service foresees that two records of one request are the same, but not those of different requests. */
function foreseeRepeated(results: ImportResult[]): ImportResult[] {
  const planned = new Set<string>()
  return results.map((result) => {
    const key = `${result.type} ${result.external_id}`
    const isRepeated = result.status === 'would_create' && planned.has(key)
    if (result.status !== 'failed') planned.add(key)
    return isRepeated ? { ...result, status: 'exists' } : result
  })
}

function totalsOf(results: ImportResult[]): Totals {
  const count = (status: ImportResult['status']) =>
    results.filter((result) => result.status === status).length
  return {
    created: count('created'),
    exists: count('exists'),
    would_create: count('would_create'),
    failed: count('failed'),
    notes: results.reduce((sum, { notes = 0 }) => sum + notes, 0),
  }
}

/** What the progress of an import belongs to. */
export const identityOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex')
