import { CommanderError } from 'commander'
import { explain } from './explain.ts'
import { exitCodes, type ExitCode } from './errors.ts'
import type { Io } from './io.ts'
import { painter, printable } from './output/colour.ts'
import { makeProgram } from './program.ts'

/** Runs one command line, without the program's own name, and returns the exit code. */
export async function run(argv: string[], io: Io): Promise<number> {
  const program = makeProgram(io)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    if (error instanceof CommanderError) return usageExitCode(error)
    if (io.signal.aborted) return exitCodes.interrupted
    return report(error, argv.includes('--json'), io)
  }
}

/** Commander has already written what is wrong; help and version are no errors. */
const usageExitCode = (error: CommanderError): ExitCode =>
  error.exitCode === 0 ? exitCodes.ok : exitCodes.usage

function report(error: unknown, isJson: boolean, io: Io): ExitCode {
  const { exitCode, message, hint, problem } = explain(error)
  const paint = painter(io.stderr, io.env)
  if (isJson) io.stderr.write(`${JSON.stringify({ error: { message, hint, ...problem } })}\n`)
  else {
    io.stderr.write(`${paint('red', 'error:')} ${printable(message)}\n`)
    if (hint) io.stderr.write(`${paint('dim', printable(hint))}\n`)
  }
  return exitCode
}
