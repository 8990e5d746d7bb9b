import type { Writable } from 'node:stream'

/**
 * Writes all of a program's standard input. A program that ends without reading it has broken no rule: its exit status and
 * what it printed say why, so the pipe that it left is no error of ours.
 */
export function sendInput(stdin: Writable, input: string | Buffer): void {
  stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  stdin.end(input)
}
