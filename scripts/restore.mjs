// Restores the embedded database, with the service stopped: npm run restore -- [--at 2026-11-15T10:00Z] [--backup <name>]
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

const wish = readArguments()
ensureInstalled()
ensureBuilt()
const { restore } = await import(`${root}server/dist/restore.js`)
try {
  await restore(process.env, wish, (line) => console.log(line))
} catch (error) {
  console.error(`Nothing was restored: ${error.message}`)
  process.exit(1)
}
process.exit(0)

function readArguments() {
  try {
    return parseArgs({ options: { at: { type: 'string' }, backup: { type: 'string' } } }).values
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run restore -- [--at 2026-11-15T10:00Z] [--backup <name>]`)
    process.exit(2)
  }
}
