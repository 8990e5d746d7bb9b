import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { exitCodes, usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readStdin } from '../values.ts'

/** From a pipe, or typed without being shown. Never from the command line, which every user of the machine can read. */
export async function readSecret(io: Io, question: string): Promise<string> {
  const secret = io.stdin.isTTY ? await prompt(io, question) : (await readStdin(io)).trim()
  if (!secret) throw usageError('The secret is empty', 'Pipe it in: printf %s "$SECRET" | mainstay login ...')
  return secret
}

function prompt(io: Io, question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  io.stderr.write(question)
  const lines = createInterface({ input: io.stdin, output: silent, terminal: true })
  return new Promise((resolve) => {
    let secret = ''
    lines.question('', (answer) => {
      secret = answer.trim()
      lines.close()
    })
    lines.on('SIGINT', () => process.exit(exitCodes.interrupted))
    // Ctrl-D closes it without an answer.
    lines.on('close', () => {
      io.stderr.write('\n')
      resolve(secret)
    })
  })
}
