import { CommanderError } from 'commander'
import { explain, type Explanation } from './explain.ts'
import { exitCodes, usageError, type ExitCode } from './errors.ts'
import type { Io } from './io.ts'
import { painter, printable } from './output/colour.ts'
import { credentialVariable } from './profiles/choose.ts'
import { makeProgram } from './program.ts'

/** Runs one command line, without the program's own name, and returns the exit code. */
export async function run(argv: string[], io: Io): Promise<number> {
  const program = makeProgram(io)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    const { json: isJson = false, profile } = program.opts<{ json?: boolean; profile?: string }>()
    const variable = profile === undefined ? credentialVariable(io.env) : undefined
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok // help or version
      return isJson ? report(explain(usageErrorOf(error)), isJson, io) : exitCodes.usage // it is written already
    }
    if (io.signal.aborted) return exitCodes.interrupted
    return report(explain(error, variable), isJson, io)
  }
}

const usageErrorOf = ({ code, message }: CommanderError) =>
  code === 'commander.help'
    ? usageError('A command is missing', 'Add --help for the commands')
    : usageError(message.replace(/^error: /, ''), 'Add --help for the options and examples')

function report({ exitCode, message, hint, problem }: Explanation, isJson: boolean, io: Io): ExitCode {
  const paint = painter(io.stderr, io.env)
  if (isJson) io.stderr.write(`${JSON.stringify({ error: { message, hint, ...problem } })}\n`)
  else {
    io.stderr.write(`${paint('red', 'error:')} ${printable(message)}\n`)
    if (hint) io.stderr.write(`${paint('dim', printable(hint))}\n`)
  }
  return exitCode
}
