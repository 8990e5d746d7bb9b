// Restores the embedded database, with the service stopped.
import { fromCaller, readOptions, runCommand } from './prepare.mjs'

const text = { type: 'string' }
const { from, ...options } = readOptions(
  { at: text, from: text, backup: text },
  'npm run restore -- [--at 2026-11-15T10:00Z] [--from <path of a backup> | --backup <name>]',
)
await runCommand('restore', 'Nothing was restored', ({ restore }, say) =>
  restore(process.env, { ...options, from: fromCaller(from) }, say),
)
