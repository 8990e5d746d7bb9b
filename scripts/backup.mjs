// Backs up the embedded database, also while the service runs.
import { readOptions, runCommand } from './prepare.mjs'

const options = readOptions({ to: { type: 'string' } }, 'npm run backup -- [--to <folder>]')
await runCommand('backup', 'No backup was made', ({ backUp }, say) => backUp(process.env, options, say))
