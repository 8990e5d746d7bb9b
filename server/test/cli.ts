import { Readable } from 'node:stream'
import type { Io } from '../../cli/src/io.ts'
import { run } from '../../cli/src/run.ts'
import { openFolder } from './folders.ts'

interface CliOptions {
  stdin?: string
  env?: Record<string, string>
  isTerminal?: boolean
  columns?: number
  signal?: AbortSignal
  /** Called with every piece of output, for commands that wait. */
  onOutput?: (text: string) => void
}

interface CliResult {
  code: number
  stdout: string
  stderr: string
}

/** The command line in this process, with a folder of its own for profiles and files. */
export function openCli(env: Record<string, string> = {}) {
  const cwd = openFolder()
  const call = async (argv: string[], options: CliOptions = {}): Promise<CliResult> => {
    const result = { code: 0, stdout: '', stderr: '' }
    const output = (name: 'stdout' | 'stderr') => ({
      isTTY: options.isTerminal ?? false,
      ...(options.columns ? { columns: options.columns } : {}),
      write: (text: string) => {
        result[name] += text
        options.onOutput?.(text)
      },
    })
    const io: Io = {
      stdout: output('stdout'),
      stderr: output('stderr'),
      stdin: Readable.from(options.stdin === undefined ? [] : [options.stdin]),
      env: { MAINSTAY_CONFIG_DIR: `${cwd}/config`, ...env, ...options.env },
      cwd,
      signal: options.signal ?? new AbortController().signal,
    }
    result.code = await run(argv, io)
    return result
  }
  /** With --json, and its output parsed; anything but exit code 0 throws. */
  const json = async <Value>(argv: string[], options?: CliOptions): Promise<Value> => {
    const { code, stdout, stderr } = await call([...argv, '--json'], options)
    if (code !== 0) throw new Error(`mainstay ${argv.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as Value
  }
  return { cwd, call, json }
}
