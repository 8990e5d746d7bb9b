import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Owner } from './owner.ts'
import { sendInput } from './send-input.ts'

export type Settings = Record<string, string>

export const toFlags = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

export interface ClusterFiles {
  cluster: string
  binaries: string
  owner: Owner | undefined
}

/**
 * Runs PostgreSQL in single-user mode, in which it never listens for connections and exits at the end of its input. Returns
 * what it printed if it failed.
 */
export async function runSingleUser(
  { cluster, binaries, owner }: ClusterFiles,
  settings: Settings,
  input = '',
): Promise<string | undefined> {
  const args = ['--single', '-D', cluster, ...toFlags(settings), 'postgres']
  const child = spawn(path.join(binaries, 'bin', 'postgres'), args, {
    ...owner,
    cwd: cluster,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { TZ: 'UTC' },
  })
  const output = text(child.stderr)
  sendInput(child.stdin, input)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0 ? undefined : output
}
