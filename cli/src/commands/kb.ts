import { statSync } from 'node:fs'
import path from 'node:path'
import { Option, type Command } from 'commander'
import type { Cli } from '../cli.ts'
import { foundProblems, usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import type { ArticleState } from '../knowledge/front-matter.ts'
import { importFolder, markdownFiles, type ImportedFile } from '../knowledge/import-folder.ts'
import { ProgressBar } from '../output/progress.ts'
import { counted } from '../output/time.ts'

interface KbOptions {
  source?: string
  state: Exclude<ArticleState, 'retired'>
  dryRun?: boolean
}

export function addKb(program: Command, cli: Cli): void {
  program
    .command('kb')
    .description('knowledge articles')
    .command('import')
    .description('create articles from a folder of Markdown files, or update them')
    .argument('<dir>', 'folder; files ending in .md or .markdown, also in folders below it')
    .addOption(
      new Option('--state <state>', 'state of new articles whose front matter names none')
        .choices(['draft', 'review', 'published'])
        .default('draft'),
    )
    .option('--source <name>', 'name of this collection; default: the name of the folder')
    .option('--dry-run', 'only say what would be done')
    .addHelpText(
      'after',
      examples('mainstay kb import handbook/ --dry-run', 'mainstay kb import handbook/ --state published') +
        '\n\nFront matter may give title, category, tags and state. Run it again after editing the files: articles' +
        '\nare recognised by the tag file:<source>/<path>, and only those that differ are changed.',
    )
    .action(async (given: string, options: KbOptions) => {
      const folder = path.resolve(cli.io.cwd, given)
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw usageError(`${folder} is not a folder`)
      const files = markdownFiles(folder)
      if (files.length === 0)
        throw usageError(`${folder} contains no Markdown files`, 'They end in .md or .markdown')
      await run(cli, folder, files, options)
    })
}

async function run(cli: Cli, folder: string, files: string[], options: KbOptions): Promise<void> {
  const bar = new ProgressBar(cli.io, files.length, !cli.isJson())
  const done: ImportedFile[] = []
  const onFile = (file: ImportedFile) => {
    done.push(file)
    bar.advance(1)
  }
  const source = options.source ?? path.basename(folder)
  const { state, dryRun: isDryRun = false } = options
  try {
    const importing = { client: cli.client(), folder, source, state, isDryRun, onFile }
    await importFolder(importing, files).finally(() => bar.end())
  } catch (error) {
    if (done.length > 0) cli.say(`Stopped at ${files[done.length]}. Run the same command again to continue.`)
    throw error
  } finally {
    if (done.length > 0) print(cli, done)
  }
  complain(cli, done)
}

function print(cli: Cli, done: ImportedFile[]): void {
  const columns = [
    { title: 'Action', value: (row: ImportedFile) => row.action.replace('_', ' ') },
    { title: 'Article', value: (row: ImportedFile) => row.number },
    { title: 'File', value: (row: ImportedFile) => row.file },
    { title: 'Title', value: (row: ImportedFile) => row.title, shrinks: true },
  ]
  cli.printTable({ data: done }, done, columns, '')
}

function complain(cli: Cli, done: ImportedFile[]): void {
  const failed = done.filter(({ action }) => action === 'failed')
  if (failed.length === 0) return
  for (const { file, message } of failed) cli.say(`${file}: ${message}`)
  throw foundProblems(
    `The service refused ${counted(failed.length, 'file')}`,
    'Correct them, and run the command again: the others are recognised',
  )
}
