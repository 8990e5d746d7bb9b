// Backs up the embedded database, also while the service runs: npm run backup
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const { backUp } = await import(`${root}server/dist/backup.js`)
try {
  await backUp(process.env, (line) => console.log(line))
} catch (error) {
  console.error(`No backup was made: ${error.message}`)
  process.exit(1)
}
process.exit(0)
