// Moves everything to another database.
import { readOptions, runCommand } from './prepare.mjs'

const text = { type: 'string' }
const options = readOptions(
  { to: text, from: text, cancel: { type: 'boolean' } },
  'npm run move-database -- --to <postgres://... | embedded> [--from <DATA_DIR>], or --cancel',
)
await runCommand('move-database', 'Nothing was moved', ({ moveDatabase }, say) =>
  moveDatabase(process.env, options, say),
)
