import { Command } from 'commander'
import { makeCli, type AddCommands } from './cli.ts'
import { addAsk } from './commands/ask.ts'
import { addAudit } from './commands/audit.ts'
import { addBulk } from './commands/bulk.ts'
import { addCmdb } from './commands/cmdb.ts'
import { addCompletion } from './commands/completion.ts'
import { addDoctor } from './commands/doctor.ts'
import { addImport } from './commands/import.ts'
import { addIncident } from './commands/incident.ts'
import { addKb } from './commands/kb.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addMcp } from './commands/mcp.ts'
import { addProfile } from './commands/profile.ts'
import { addService } from './commands/service.ts'
import { addWebhook } from './commands/webhook.ts'
import { guidesFolder } from './guides.ts'
import type { Io } from './io.ts'
import { refuseEmpty } from './values.ts'
import { version } from './version.ts'

/** One function of each file in `commands/`, in the order of the help. */
const commands: AddCommands[] = [
  addLogin,
  addProfile,
  addIncident,
  addBulk,
  addImport,
  addWebhook,
  addListen,
  addAsk,
  addKb,
  addCmdb,
  addMcp,
  addAudit,
  addDoctor,
  addService,
  addCompletion,
]

const exitCodeHelp = `
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 not signed in or not allowed, 4 not found,
  5 refused by the service, 6 service not available, 7 finished and found problems, 130 interrupted.
Start with: mainstay start, then mainstay incident list.
Documentation: ${guidesFolder}cli.md`

export function makeProgram(io: Io): Command {
  const program = new Command('mainstay')
    .description('Incident management from the command line: run the service, and work with it')
    .version(version, '--version') // -V would be found at the beginning of values, too
    .option('--json', 'print JSON for programs instead of tables')
    .option('--profile <name>', 'which saved sign-in to use; or MAINSTAY_PROFILE')
    .option('--url <address>', 'address of the service; or MAINSTAY_URL')
    .addHelpText('after', exitCodeHelp)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => void (program.opts<{ json?: boolean }>().json || io.stderr.write(text)),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the options and examples)')
    .exitOverride()
    .hook('preAction', (_program, command) => refuseEmpty(command))
  const cli = makeCli(program, io)
  for (const add of commands) add(program, cli)
  addHelp(program)
  return program
}

/** Commander's own stops at the first word: `help incident list` would be the help of `incident`. */
function addHelp(program: Command): void {
  program
    .command('help [command...]')
    .description('display help for command')
    .action((names: string[]) => {
      let command = program
      for (const name of names)
        command =
          command.commands.find((each) => each.name() === name) ??
          command.error(`error: unknown command '${name}'`)
      command.help()
    })
}
