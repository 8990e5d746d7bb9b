// Moves everything to another database.
import { fromCaller, readOptions, runCommand } from './prepare.mjs'

const text = { type: 'string' }
const { from, ...options } = readOptions(
  { to: text, from: text, cancel: { type: 'boolean' } },
  'npm run move-database -- --to <postgres://... | embedded> [--from <DATA_DIR>], or --cancel',
)
await runCommand('move-database', 'Nothing was moved', ({ moveDatabase }, say) =>
  moveDatabase(process.env, { ...options, from: fromCaller(from) }, say),
)
