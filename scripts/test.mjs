// Runs tests: npm test [-- <part of a file's name> ...] runs everything but the long faults, --project picks one kind.
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { summarize } from './test-summary.mjs'

const everyday = ['unit', 'api', 'process', 'console']

const { projects, filters } = readArguments(process.argv.slice(2))
ensureInstalled()
const { createVitest } = await import('vitest/node')
const vitest = await createVitest('test', { root, project: projects, run: true, watch: false })
await vitest.standalone()
const files = await vitest.globTestSpecifications(filters)
const kinds = new Set(files.map((file) => file.project.name))
// A test of one module is over sooner than a build, and most need none.
if (['process', 'console', 'faults'].some((kind) => kinds.has(kind))) {
  ensureBuilt()
  ensureSystemPackages()
}
const begun = performance.now()
if (files.length > 0) await vitest.runTestSpecifications(files, filters.length === 0)
const summary = summarize(vitest, performance.now() - begun)
await vitest.close()
console.log(summary.text)
process.exit(summary.isGreen ? 0 : 1)

function readArguments(args) {
  const at = args.indexOf('--project')
  if (at < 0) return { projects: everyday, filters: args }
  return { projects: args[at + 1].split(','), filters: args.toSpliced(at, 2) }
}
