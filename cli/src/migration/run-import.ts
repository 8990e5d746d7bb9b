import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Mainstay, SystemImportReport } from '@mainstay/sdk'
import { replaceFile } from '../files.ts'
import type { MappedRecord } from './record.ts'

type ImportResult = SystemImportReport['results'][number] & { type: MappedRecord['type'] }
type Totals = Pick<SystemImportReport, 'created' | 'exists' | 'would_create' | 'failed' | 'notes'>

export interface ImportReport extends Totals {
  system: string
  records: number
  results: ImportResult[]
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

const batchRecords = 200
const batchCharacters = 2 * 2 ** 20

/** Records in requests of a bounded size, configuration items first, because incidents name them. */
function batchesOf(records: MappedRecord[]): MappedRecord[][] {
  const ordered = [
    ...records.filter(({ type }) => type === 'ci'),
    ...records.filter(({ type }) => type !== 'ci'),
  ]
  const batches: MappedRecord[][] = []
  let size = Infinity
  for (const record of ordered) {
    const length = JSON.stringify(record).length
    if (size + length > batchCharacters || batches.at(-1)!.length >= batchRecords) {
      batches.push([])
      size = 0
    }
    batches.at(-1)!.push(record)
    size += length
  }
  return batches
}

/** Sends all records. The service recognises what it has: the resume file only saves time. */
export async function runImport(records: MappedRecord[], options: Options): Promise<ImportReport> {
  const { client, system, isDryRun, signal, onDone } = options
  const resume = new Resume(options)
  const results = resume.results
  let position = 0
  for (const batch of batchesOf(records)) {
    position += batch.length
    if (position > results.length) {
      const lines = batch.map((record) => JSON.stringify(record)).join('\n')
      const report = await client.imports.send(system, lines, { dryRun: isDryRun, signal })
      report.results.forEach((result, i) => {
        const { type, external_id } = batch[i]!
        results.push({ ...result, type, external_id, record: results.length + 1 })
      })
      if (!isDryRun) resume.write()
    }
    onDone(batch.length)
  }
  if (!isDryRun) resume.remove()
  return { system, records: records.length, ...totalsOf(results), results }
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

export const identityOf = (content: string, baseUrl: string, system: string): string =>
  createHash('sha256').update(`${system}\n${baseUrl}\n${content}`).digest('hex')

class Resume {
  readonly results: ImportResult[]
  readonly #file: string
  readonly #identity: string

  constructor({ resumeFile, identity, isDryRun }: Options) {
    this.#file = resumeFile
    this.#identity = identity
    const kept = existsSync(resumeFile)
      ? (JSON.parse(readFileSync(resumeFile, 'utf8')) as { identity: string; results: ImportResult[] })
      : undefined
    this.results = !isDryRun && kept?.identity === identity ? kept.results : []
  }

  write(): void {
    replaceFile(this.#file, JSON.stringify({ identity: this.#identity, results: this.results }))
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }
}
