import { writeFileSync } from 'node:fs'
import type { CreateIncident } from '@mainstay/sdk'
import type { Cli } from '../cli.ts'
import { parseCsv, toCsvLine, type CsvRecord } from '../csv/parse.ts'
import { exitCodes, refusal } from '../errors.ts'
import { explain } from '../explain.ts'
import { readText } from '../files.ts'
import { ProgressBar } from '../output/progress.ts'
import { counted } from '../output/time.ts'
import { BulkProgressFile } from './progress-file.ts'
import { sendBatches } from './send-batches.ts'

type Column = Exclude<keyof CreateIncident, 'state' | 'notify_stakeholders'>

/** Every field of a new incident, which the compiler compares with those of the API. */
const isColumn: Record<Column, true> = {
  short_description: true,
  description: true,
  priority: true,
  category: true,
  subcategory: true,
  impact: true,
  urgency: true,
  assignment_group: true,
  assigned_to: true,
  ci_id: true,
  parent_problem_id: true,
  change_id: true,
  duplicate_of: true,
  location: true,
}
const columns = Object.keys(isColumn)

interface ImportResult {
  succeeded: number
  failed: { line: number; message: string }[]
  /** Where the records that failed are, to be corrected and imported. */
  failed_file?: string
}

/** Creates an incident for each record of a CSV file, by bulk jobs. */
export async function importIncidents(cli: Cli, file: string): Promise<ImportResult> {
  const { base_url } = cli.profile()
  const client = cli.client()
  const content = readText(file)
  const { records, columns: given } = parseCsv(content)
  refuseUnknown(given)
  const resume = new BulkProgressFile(file, content, base_url)
  if (resume.isResumed) cli.say(`${earlierRun(resume.progress)} (${resume.path}).`)
  const remaining = resume.remaining(records)
  const bar = new ProgressBar(cli.io, remaining.length, !cli.isJson())
  try {
    await sendBatches({
      client,
      records: remaining,
      resume,
      start: (batch, idempotencyKey, signal) =>
        client.incidents.bulk(
          { operation: 'create', records: batch.map(toIncident) },
          { idempotencyKey, signal },
        ),
      onDone: (count) => bar.advance(count),
      signal: cli.io.signal,
    })
  } catch (error) {
    bar.end()
    // What the service refuses now, it would refuse again.
    if (explain(error).exitCode !== exitCodes.refused)
      cli.say(`Interrupted. Run the same command again to continue; the progress is in ${resume.path}.`)
    throw error
  }
  bar.end()
  const { succeeded, failed } = resume.progress
  resume.end()
  return {
    succeeded,
    failed,
    ...(failed.length > 0 ? { failed_file: writeFailed(file, given, records, failed) } : {}),
  }
}

const earlierRun = ({ again }: BulkProgressFile['progress']): string =>
  again
    ? `An earlier run created ${counted(again.created, 'incident')} of this file; only records that failed are sent again`
    : 'Continuing where the last run stopped'

function refuseUnknown(given: string[]): void {
  const unknown = given.filter((name) => !columns.includes(name))
  if (unknown.length === 0 && given.includes('short_description')) return
  const message =
    unknown.length > 0 ? `Unknown columns: ${unknown.join(', ')}` : 'The column short_description is missing'
  throw refusal(message, `Possible columns: ${columns.join(', ')}`)
}

/** An empty cell means no value. */
const toIncident = ({ values }: CsvRecord) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as unknown as CreateIncident

function writeFailed(
  file: string,
  given: string[],
  records: CsvRecord[],
  failed: ImportResult['failed'],
): string {
  const target = file.replace(/(\.csv)?$/i, '.failed.csv')
  const lines = new Set(failed.map(({ line }) => line))
  const kept = records.filter(({ line }) => lines.has(line))
  const text = [given, ...kept.map(({ values }) => given.map((name) => values[name]!))]
    .map(toCsvLine)
    .join('')
  writeFileSync(target, text)
  return target
}
