import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { closeAtEnd } from './cleanup.ts'

export interface CommandOutcome {
  status: number | null
  output: string
}

/** A command of the operator, as a process of its own; `wrapper` starts it in another environment. */
export function launchCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
  wrapper: string[] = [],
) {
  const script = fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const [program, ...rest] = [...wrapper, process.execPath, script, ...args]
  const child = spawn(program!, rest, { env: { PATH, HOME, ...env } })
  closeAtEnd(() => void child.kill('SIGKILL'))
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const done = once(child, 'exit').then(async (): Promise<CommandOutcome> => ({
    status: child.exitCode,
    output: (await output).join(''),
  }))
  return { child, done }
}

/** Namespaces of its own, in which the processes of others are not visible. */
const container = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']
const asAnyone = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']

/** In another container with the same files. */
export const runInContainer = (name: string, args: string[], env: Record<string, string>) =>
  launchCommand(name, args, env, [...container, ...asAnyone]).done

export const runCommand = (name: string, args: string[], env: Record<string, string>) =>
  launchCommand(name, args, env).done
