// Backs up the embedded database, also while the service runs.
import { fromCaller, readOptions, runCommand } from './prepare.mjs'

const { to } = readOptions({ to: { type: 'string' } }, 'npm run backup -- [--to <folder>]')
await runCommand('backup', 'No backup was made', ({ backUp }, say) =>
  backUp(process.env, { to: fromCaller(to) }, say),
)
