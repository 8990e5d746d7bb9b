// Backs up the embedded database, also while the service runs: npm run backup
import { runCommand } from './prepare.mjs'

await runCommand('backup', 'No backup was made', ({ backUp }, say) => backUp(process.env, say))
