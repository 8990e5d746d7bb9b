import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { foundProblems, usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { checkWritable } from '../files.ts'
import { mappings } from '../migration/mappings.ts'
import { readExport } from '../migration/read-export.ts'
import { timesIn, type CompleteTimes } from '../migration/time-zone.ts'
import type { LeftOutRow, Mapping } from '../migration/record.ts'
import { identityOf, runImport, type ImportReport } from '../migration/run-import.ts'
import { ProgressBar } from '../output/progress.ts'
import { counted } from '../output/time.ts'

interface ImportOptions {
  dryRun?: boolean
  report?: string
  timeZone: string
}

const shownRemarks = 20

export function addImport(program: Command, cli: Cli): void {
  const parent = program
    .command('import')
    .description('import incidents, notes, configuration items and articles from another system')
  for (const [system, mapping] of Object.entries(mappings))
    parent
      .command(system)
      .description(`import an export of ${mapping.title}`)
      .argument('<file>', 'the export')
      .option('--dry-run', 'only say what would be imported')
      .option('--report <file.json>', 'write the result of every record to this file')
      .option('--time-zone <name>', 'of times without a zone, such as Europe/Berlin', 'UTC')
      .addHelpText(
        'after',
        examples(
          `mainstay import ${system} export.json --dry-run`,
          `mainstay import ${system} export.json --report report.json`,
        ) +
          `\n\nExports: ${mapping.formats}.` +
          '\nIDs of the other system are kept as external references, and times as they were. Run it again after an' +
          '\ninterruption, or with a newer export: nothing is imported twice. Needs the role super_admin.',
      )
      .action((file: string, options: ImportOptions) => importFile(cli, { system, mapping }, file, options))
}

async function importFile(
  cli: Cli,
  { system, mapping }: { system: string; mapping: Mapping },
  given: string,
  { dryRun: isDryRun = false, report: reportFile, timeZone }: ImportOptions,
): Promise<void> {
  const file = path.resolve(cli.io.cwd, given)
  const target = reportFile === undefined ? undefined : path.resolve(cli.io.cwd, reportFile)
  if (target !== undefined) checkWritable(target)
  const completeTimes = readTimeZone(timeZone)
  const { content, rows } = readExport(file, mapping)
  const mapped = mapping.map(rows, completeTimes)
  if (mapped.records.length === 0) {
    const reasons = [counted(rows.length, 'row'), ...mapped.left_out.slice(0, 1).map(describe)]
    throw usageError(
      `${file} has no records of ${mapping.title} (${reasons.join('; ')})`,
      `Expected: ${mapping.formats}`,
    )
  }
  const bar = new ProgressBar(cli.io, mapped.records.length, !cli.isJson())
  const report = await runImport(mapped, {
    client: cli.client(),
    system,
    resumeFile: `${file}.import.json`,
    identity: identityOf(system, cli.profile().base_url, timeZone, content),
    isDryRun,
    signal: cli.io.signal,
    onDone: (count) => bar.advance(count),
  }).finally(() => bar.end())
  cli.print(report, () => summaryOf(report, rows.length))
  if (target !== undefined) writeFileSync(target, `${JSON.stringify(report, null, 2)}\n`)
  complain(cli, report)
}

function readTimeZone(name: string): CompleteTimes {
  try {
    return timesIn(name)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw usageError(
      `--time-zone: there is no time zone '${name}'`,
      'Such as Europe/Berlin, America/New_York or UTC',
    )
  }
}

function summaryOf(
  { records, created, exists, would_create, failed, notes, left_out }: ImportReport,
  rows: number,
): string {
  const parts = [
    ...(would_create > 0 ? [`${would_create} would be created`] : []),
    ...(created > 0 ? [`${created} created`] : []),
    ...(exists > 0 ? [`${exists} existed before`] : []),
    ...(notes > 0 ? [`${counted(notes, 'note')} added`] : []),
    `${failed} failed`,
    ...(left_out.length > 0 ? [`${counted(left_out.length, 'row')} left out`] : []),
  ]
  return `${counted(records, 'record')} from ${counted(rows, 'row')}: ${parts.join(', ')}.`
}

const describe = ({ row, external_id, reason }: LeftOutRow) =>
  `row ${row}${external_id === null ? '' : ` (${external_id})`} was left out: ${reason}`

function complain(cli: Cli, { results, failed, left_out }: ImportReport): void {
  const remarks = [
    ...left_out.map(describe),
    ...results.flatMap(({ external_id, message }) =>
      message === undefined ? [] : [`${external_id}: ${message}`],
    ),
  ]
  for (const remark of remarks.slice(0, shownRemarks)) cli.say(remark)
  if (remarks.length > shownRemarks) cli.say(`and ${remarks.length - shownRemarks} more; --report lists all`)
  if (failed + left_out.length > 0)
    throw foundProblems(
      `${counted(failed, 'record')} failed, ${counted(left_out.length, 'row')} left out`,
      'Correct them in the export and run the command again: what was imported stays as it is',
    )
}
