// Writes what is generated: docs/openapi.json from the routes, the types of the SDK and the console and the API
// reference from that, and docs/configuration.md from the variables.
// With --check it writes nothing and fails when a file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ensureInstalled, importBuilt, root, tsc } from './prepare.mjs'
import { referenceOf } from './reference.mjs'

ensureInstalled()
// Not the SDK and the console: they may already use what is missing in the types that this writes.
tsc('-b', 'server')
const { generateDocs } = await importBuilt('server/dist/generate-docs.js')
const files = await generateDocs()
const description = JSON.parse(files['docs/openapi.json'])
files['sdk/src/schema.ts'] = await typesOf(description)
files['docs/reference.md'] = referenceOf(description)
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

/** With the console's TypeScript, the last version with a compiler API. Paths are relative to the root of the API. */
async function typesOf({ paths, ...document }) {
  const require = createRequire(`${root}console/package.json`)
  const { default: openapiTS, astToString } = require('openapi-typescript')
  const addresses = Object.entries(paths)
    .filter(([url]) => url.startsWith('/prod/api/v1/'))
    .map(([url, item]) => [url.replace('/prod/api/v1', ''), item])
  const types = await openapiTS(
    { ...document, paths: Object.fromEntries(addresses) },
    { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false, silent: true },
  )
  return `// Generated from docs/openapi.json by npm run docs. Do not edit.\n\n${astToString(types)}`
}

function read(name) {
  try {
    return readFileSync(path.join(root, name), 'utf8')
  } catch {
    return '' // not there yet: stale
  }
}
