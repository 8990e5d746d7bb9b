import path from 'node:path'
import type { Command } from 'commander'
import { importIncidents } from '../bulk/import-csv.ts'
import type { Cli } from '../cli.ts'
import { foundProblems } from '../errors.ts'
import { examples } from '../examples.ts'
import { counted } from '../output/time.ts'

const shownFailures = 20

export function addBulk(program: Command, cli: Cli): void {
  program
    .command('bulk')
    .description('create many incidents at once')
    .command('import')
    .description('create an incident for each line of a CSV file')
    .argument('<file.csv>', 'CSV in UTF-8 with column names in the first line')
    .addHelpText(
      'after',
      examples(
        'mainstay bulk import incidents.csv',
        'mainstay bulk import incidents.csv --json > result.json',
      ) +
        '\n\nThe columns are the fields of the API; only short_description is required. For incidents.csv,' +
        '\nincidents.csv.resume.json keeps the progress: run the same command again after an interruption or a' +
        '\nfailure, and nothing is created twice. Records that the service refuses are written to' +
        '\nincidents.failed.csv; then the exit code is 7.',
    )
    .action(async (given: string) => {
      const result = await importIncidents(cli, path.resolve(cli.io.cwd, given))
      const { succeeded, failed, failed_file } = result
      cli.print(result, () => `${counted(succeeded, 'incident')} created, ${failed.length} failed.`)
      if (failed.length === 0) return
      for (const { line, message } of failed.slice(0, shownFailures)) cli.say(`line ${line}: ${message}`)
      if (failed.length > shownFailures)
        cli.say(`and ${failed.length - shownFailures} more; --json lists all`)
      throw foundProblems(
        `The service refused ${counted(failed.length, 'record')}`,
        `Correct them in ${failed_file}, and import that file`,
      )
    })
}
