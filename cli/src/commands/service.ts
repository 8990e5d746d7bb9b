import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { CliError, usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { textOrStdin } from '../values.ts'

type Env = Record<string, string | undefined>
type Say = (line: string) => void

/** What the programs of @mainstay/server export; it has no types, because it is a bundle. */
interface Programs {
  main: unknown
  backup: { backUp: (env: Env, options: { to?: string }, say: Say) => Promise<void> }
  restore: { restore: (env: Env, options: RestoreOptions, say: Say) => Promise<void> }
  'move-database': { moveDatabase: (env: Env, options: MoveOptions, say: Say) => Promise<void> }
  'rotate-secret-key': { rotateSecretKey: (env: Env, to: string, say: Say) => Promise<void> }
}

interface RestoreOptions {
  at?: string
  from?: string
  backup?: string
}

interface MoveOptions {
  to?: string
  from?: string
  cancel?: boolean
}

interface StartOptions {
  port?: string
  dataDir?: string
  demo: boolean
}

const dataDir = ['--data-dir <folder>', 'folder of the database, keys and credentials; or DATA_DIR'] as const

/** The service itself, on this machine: these commands need @mainstay/server, and no sign-in. */
export function addService(program: Command, { io }: Cli): void {
  const say: Say = (line) => io.stdout.write(`${line}\n`)
  const envWith = (dataDir: string | undefined) => ({ ...io.env, ...(dataDir && { DATA_DIR: dataDir }) })

  program
    .command('start')
    .description('start the service in this terminal, with its data in ./data')
    .option('--port <number>', 'port to listen on; or PORT')
    .option(...dataDir)
    .option('--no-demo', 'do not load demo data at the first start')
    .addHelpText(
      'after',
      examples('mainstay start', 'mainstay start --port 9000 --data-dir /srv/mainstay --no-demo') +
        '\n\nOther settings are environment variables: docs/configuration.md.',
    )
    .action(async ({ port, dataDir, demo }: StartOptions) => {
      // The service reads its settings from the environment, and gives it to its workers.
      if (port) io.env.PORT = port
      if (dataDir) io.env.DATA_DIR = dataDir
      if (!demo) io.env.DEMO_DATA = 'false'
      await load('main')
      // In this very process: signals and the exit status are the service's own.
      await new Promise(() => {})
    })

  program
    .command('backup')
    .description('back up the embedded database, also while the service runs')
    .option(...dataDir)
    .option('--to <folder>', 'where; default: BACKUP_DIR')
    .addHelpText('after', examples('mainstay backup', 'mainstay backup --to /mnt/backups'))
    .action(async ({ dataDir, ...options }: { dataDir?: string; to?: string }) => {
      const { backUp } = await load('backup')
      await attempt('No backup was made', () => backUp(envWith(dataDir), options, say))
    })

  program
    .command('restore')
    .description('restore the embedded database from a backup, with the service stopped')
    .option(...dataDir)
    .option('--at <time>', 'point in time with its zone, such as 2026-11-15T10:00Z')
    .option('--from <path>', 'path of a backup, for an empty data folder')
    .option('--backup <name>', 'a backup in BACKUP_DIR; default: the newest that reaches the point in time')
    .addHelpText(
      'after',
      examples(
        'mainstay restore',
        'mainstay restore --at 2026-11-15T10:00Z',
        'mainstay restore --from /mnt/backups/20261115T020000000Z --data-dir /srv/mainstay',
      ),
    )
    .action(async ({ dataDir, ...options }: RestoreOptions & { dataDir?: string }) => {
      const { restore } = await load('restore')
      await attempt('Nothing was restored', () => restore(envWith(dataDir), options, say))
    })

  program
    .command('move-database')
    .description('move everything to another PostgreSQL, or back to the embedded one')
    .option(...dataDir)
    .option('--to <address>', 'postgres://... of an empty database, or embedded')
    .option('--from <folder>', 'data folder of a running service of another release')
    .option('--cancel', 'let the old database accept writes again')
    .addHelpText(
      'after',
      examples(
        'mainstay move-database --to postgres://mainstay:secret@db.example.com/mainstay',
        'DATABASE_URL=postgres://... mainstay move-database --to embedded',
        'mainstay move-database --cancel',
      ),
    )
    .action(async ({ dataDir, ...options }: MoveOptions & { dataDir?: string }) => {
      if (!options.to && !options.cancel)
        throw usageError('--to is missing', 'Give postgres://... of an empty database, or embedded')
      const { moveDatabase } = await load('move-database')
      const failure = options.cancel ? 'The move was not cancelled' : 'Nothing was moved'
      await attempt(failure, () => moveDatabase(envWith(dataDir), options, say))
    })

  program
    .command('rotate-secret-key')
    .description('replace the key that encrypts secrets, while the service runs')
    .option(...dataDir)
    .requiredOption('--to <key>', 'new key of at least 32 characters, or - to read it from standard input')
    .addHelpText('after', examples('openssl rand -hex 32 | mainstay rotate-secret-key --to -'))
    .action(async ({ to, dataDir }: { to: string; dataDir?: string }) => {
      const { rotateSecretKey } = await load('rotate-secret-key')
      // Standard input, so that no list of processes shows the key.
      const key = await textOrStdin(to, io)
      await attempt('The rotation is not finished', () => rotateSecretKey(envWith(dataDir), key.trim(), say))
    })
}

async function load<Name extends keyof Programs>(name: Name): Promise<Programs[Name]> {
  try {
    return (await import(`@mainstay/server/dist/${name}.js`)) as Programs[Name]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CliError('The service is not installed beside this command line', {
      hint: 'Install @mainstay/server too, without --omit=optional; in a clone: npm run build',
      cause: error,
    })
  }
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new CliError(`${failure}: ${(error as Error).message}`, { cause: error })
  }
}
