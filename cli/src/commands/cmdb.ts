import path from 'node:path'
import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { importCis, type ImportedCis } from '../cmdb/import-cis.ts'
import { readCis, type CiSource } from '../cmdb/read-cis.ts'
import { foundProblems } from '../errors.ts'
import { examples } from '../examples.ts'
import { counted } from '../output/time.ts'

interface CmdbOptions {
  source?: string
  dryRun?: boolean
}

export function addCmdb(program: Command, cli: Cli): void {
  program
    .command('cmdb')
    .description('configuration items')
    .command('import')
    .description('create configuration items from a file, or update those that are known')
    .argument('<file>', 'CSV, a JSON array, or one JSON object per line')
    .option('--source <name>', 'where the records come from; default: the name of the file')
    .option('--dry-run', 'only say what would be done')
    .addHelpText(
      'after',
      examples(
        'mainstay cmdb import servers.csv --dry-run',
        'mainstay cmdb import servers.json --source netscan',
      ) +
        '\n\nAn item is recognised by id, by source and external_id, by serial_number, or by fqdn; so the same file' +
        '\ncan be imported again. Records without any of these are created each time.',
    )
    .action(async (given: string, options: CmdbOptions) => {
      const file = path.resolve(cli.io.cwd, given)
      const records = readCis(file)
      const isRepeatable = records.every(isRecognisable)
      warnOfUnrecognisable(cli, records)
      const source = options.source ?? path.basename(file, path.extname(file))
      const imported = await importCis(cli, records, { source, dry_run: options.dryRun ?? false })
      report(cli, imported, isRepeatable)
    })
}

const isRecognisable = ({ record }: CiSource) =>
  Boolean(record.id || record.external_id || record.serial_number || record.fqdn)

function warnOfUnrecognisable(cli: Cli, records: CiSource[]): void {
  const count = records.filter((source) => !isRecognisable(source)).length
  if (count > 0)
    cli.say(
      `Without external_id, serial_number or fqdn: ${counted(count, 'record')}. Importing the file again creates duplicates.`,
    )
}

function report(cli: Cli, { counts, failed }: ImportedCis, isRepeatable: boolean): void {
  const summary = Object.entries(counts).map(([status, number]) => `${number} ${status.replace('_', ' ')}`)
  if (failed.length > 0) summary.push(`${failed.length} failed`)
  cli.print({ counts, failed }, () => `${summary.join(', ') || 'The file has no records'}.`)
  if (failed.length === 0) return
  for (const { line, message } of failed) cli.say(`record ${line}: ${message}`)
  throw foundProblems(
    `The service refused ${counted(failed.length, 'record')}`,
    isRepeatable
      ? 'Correct them in the file, and run the command again: the others are recognised'
      : 'Correct them in a file of their own, and import that: not all of the others would be recognised',
  )
}
