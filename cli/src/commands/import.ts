import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { mappings } from '../migration/mappings.ts'
import { readExport } from '../migration/read-export.ts'
import type { Mapping } from '../migration/record.ts'
import { identityOf, runImport, type ImportReport } from '../migration/run-import.ts'
import { ProgressBar } from '../output/progress.ts'

interface ImportOptions {
  dryRun?: boolean
  report?: string
}

const shownFailures = 20

export function addImport(program: Command, cli: Cli): void {
  const parent = program
    .command('import')
    .description('move here from another system: incidents, notes, configuration items, articles')
  for (const [system, mapping] of Object.entries(mappings))
    parent
      .command(system)
      .description(`import an export of ${mapping.title}`)
      .argument('<file>', 'the export')
      .option('--dry-run', 'only say what would be imported')
      .option('--report <file.json>', 'write the result of every record to this file')
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
  { dryRun: isDryRun = false, report: reportFile }: ImportOptions,
): Promise<void> {
  const file = path.resolve(cli.io.cwd, given)
  const { content, rows } = readExport(file, mapping)
  const records = mapping.map(rows)
  if (records.length === 0)
    throw usageError(
      `${file} has no records of ${mapping.title} (${rows.length} rows)`,
      `Expected: ${mapping.formats}`,
    )
  const bar = new ProgressBar(cli.io, records.length, !cli.isJson())
  const report = await runImport(records, {
    client: cli.client(),
    system,
    resumeFile: `${file}.import.json`,
    identity: identityOf(content, cli.profile().base_url, system),
    isDryRun,
    signal: cli.io.signal,
    onDone: (count) => bar.advance(count),
  }).finally(() => bar.end())
  if (reportFile !== undefined)
    writeFileSync(path.resolve(cli.io.cwd, reportFile), `${JSON.stringify(report, null, 2)}\n`)
  cli.print(report, () => summaryOf(report, rows.length))
  complain(cli, report)
}

function summaryOf(
  { records, created, exists, would_create, failed, notes }: ImportReport,
  rows: number,
): string {
  const parts = [
    ...(would_create > 0 ? [`${would_create} would be created`] : []),
    ...(created > 0 ? [`${created} created`] : []),
    ...(exists > 0 ? [`${exists} imported before`] : []),
    ...(notes > 0 ? [`${notes} notes added`] : []),
    `${failed} failed`,
  ]
  return `${records} records from ${rows} rows: ${parts.join(', ')}.`
}

function complain(cli: Cli, { results, failed }: ImportReport): void {
  const noted = results.filter(({ message }) => message !== undefined)
  for (const { external_id, message } of noted.slice(0, shownFailures)) cli.say(`${external_id}: ${message}`)
  if (noted.length > shownFailures) cli.say(`and ${noted.length - shownFailures} more; --report lists all`)
  if (failed > 0)
    throw new CliError(`${failed} records were refused`, {
      exitCode: exitCodes.problemsFound,
      hint: 'Correct them in the export and run the command again: what was imported stays as it is',
    })
}
