import type { Readable } from 'node:stream'

/** What a command reads and writes, so that a test can stand in for the terminal. */
export interface Io {
  stdout: Output
  stderr: Output
  stdin: Readable & { isTTY?: boolean }
  env: Record<string, string | undefined>
  /** Folder that relative paths of the command line start from. */
  cwd: string
  /** Ends commands that wait, such as `listen`. */
  signal: AbortSignal
}

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}
