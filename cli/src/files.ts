import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { CliError, exitCodes } from './errors.ts'

export const readBytes = (file: string) => using(file, 'read', () => new Uint8Array(readFileSync(file)))

/** A file of the user, in UTF-8, or in UTF-16 with a byte order mark, which is left out. Other encodings cannot be told apart. */
export const readText = (file: string) =>
  using(file, 'read', () => {
    const bytes = readFileSync(file)
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  })

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Now, and not only at the end of long work. */
export function checkWritable(file: string): void {
  const isNew = !existsSync(file)
  using(file, 'written', () => closeSync(openSync(file, 'a')))
  if (isNew) rmSync(file)
}

function using<Result>(file: string, what: 'read' | 'written', work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new CliError(`${file} cannot be ${what}: ${reasonOf(error)}`, {
      exitCode: exitCodes.usage,
      cause: error,
      ...(error instanceof TypeError && { hint: toUtf8(file) }),
    })
  }
}

/** Most files that are not UTF-8 are from Windows. */
const toUtf8 = (file: string) =>
  `Convert it, for example: iconv -f WINDOWS-1252 -t UTF-8 '${file}' > utf8.txt`

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'it is not UTF-8'
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'there is no such file or folder' : message
}

/** Replaced as a whole, so that a crash leaves the old or the new file, never half of one. */
export function replaceFile(file: string, content: string, mode = 0o666): void {
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, content, { mode, flush: true })
  renameSync(draft, file)
}
