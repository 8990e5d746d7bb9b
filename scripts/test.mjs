// Runs tests: npm test [-- <part of a file's name> ...] runs everything but the long faults, --project picks one kind.
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { summarize } from './test-summary.mjs'

const quick = ['unit', 'api', 'process']

const { projects, filters } = readArguments(process.argv.slice(2))
// Each worker loads the modules once: a third one pays where tests wait for processes, in a run of everything.
process.env.TEST_WORKERS = filters.length === 0 && projects.includes('process') ? '3' : '2'
ensureInstalled()
const { createVitest } = await import('vitest/node')
const vitest = await createVitest('test', { root, project: projects, run: true, watch: false })
await vitest.standalone()
const files = await vitest.globTestSpecifications(filters)
const withProcesses = new Set(['process', 'console', 'faults', 'runtimes'])
const startsProcesses = files.some(({ project }) => withProcesses.has(project.name))
// A test of one module is over sooner than a build, and most need none; the encoder's thread runs from the build.
if (startsProcesses || files.some(({ moduleId }) => moduleId.includes('/modules/ai/'))) ensureBuilt()
if (startsProcesses) ensureSystemPackages()
const startedAt = performance.now()
if (files.length > 0) await vitest.runTestSpecifications(files, filters.length === 0)
const summary = summarize(vitest, performance.now() - startedAt)
await vitest.close()
console.log(summary.text)
process.exit(summary.isGreen ? 0 : 1)

function readArguments(args) {
  const at = args.indexOf('--project')
  if (at >= 0) return { projects: args[at + 1].split(','), filters: args.toSpliced(at, 2) }
  // A module's name runs its tests, in seconds; journeys run with everything, or when they are named.
  const withJourneys = args.length === 0 || args.some((filter) => /console|journey/.test(filter))
  return { projects: withJourneys ? [...quick, 'console'] : quick, filters: args }
}
