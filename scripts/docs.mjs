// Writes what is generated: docs/openapi.json from the routes, docs/configuration.md from the variables.
// With --check it writes nothing and fails when a file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const { generateDocs } = await import(`${root}server/dist/generate-docs.js`)
const files = await generateDocs()
const stale = Object.entries(files).filter(([name, text]) => read(name) !== text)
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`${name} is stale: run npm run docs`)
  process.exit(stale.length > 0 ? 1 : 0)
}
for (const [name, text] of stale) {
  writeFileSync(path.join(root, name), text)
  console.log(`wrote ${name}`)
}
process.exit(0)

function read(name) {
  try {
    return readFileSync(path.join(root, name), 'utf8')
  } catch {
    return '' // not there yet: stale
  }
}
