import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { CliError, exitCodes } from './errors.ts'

/** A file of the user, which must be UTF-8. */
export function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${reasonOf(error)}`, {
      exitCode: exitCodes.usage,
      cause: error,
    })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'it is not UTF-8'
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'there is no such file' : message
}

/** Replaced as a whole, so that a crash leaves the old or the new file, never half of one. */
export function replaceFile(file: string, content: string, mode = 0o666): void {
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, content, { mode, flush: true })
  renameSync(draft, file)
}
