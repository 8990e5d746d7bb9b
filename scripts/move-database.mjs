// Moves everything to another database: npm run move-database -- --to postgres://... | --to embedded | --cancel
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

const order = readArguments()
ensureInstalled()
ensureBuilt()
const { moveDatabase } = await import(`${root}server/dist/move-database.js`)
try {
  await moveDatabase(process.env, order, (line) => console.log(line))
} catch (error) {
  console.error(`Nothing was moved: ${error.message}`)
  process.exit(1)
}
process.exit(0)

function readArguments() {
  const text = { type: 'string' }
  try {
    return parseArgs({ options: { to: text, from: text, cancel: { type: 'boolean' } } }).values
  } catch (error) {
    console.error(
      `${error.message}\nUsage: npm run move-database -- --to <postgres://... | embedded> [--from <DATA_DIR>], or --cancel`,
    )
    process.exit(2)
  }
}
