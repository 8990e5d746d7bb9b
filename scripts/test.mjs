// Runs tests: npm test [-- <part of a file's name> ...] runs everything but the long faults, --project picks one kind.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, isBuilt, root, sourcesOfThreads } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { summarize } from './test-summary.mjs'

const quick = ['unit', 'api', 'process']

const { projects, filters } = readArguments(process.argv.slice(2))
// A third worker pays off only in a full run, in which tests wait for processes.
process.env.TEST_WORKERS = filters.length === 0 && projects.includes('process') ? '3' : '2'
const runFolder = mkdtempSync(path.join(tmpdir(), 'mainstay-run-'))
chmodSync(runFolder, 0o755)
process.env.TEST_RUN_FOLDER = runFolder
process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }))
ensureInstalled()
const { createVitest } = await import('vitest/node')
const vitest = await createVitest('test', { root, project: projects, run: true, watch: false })
await vitest.standalone()
const files = await vitest.globTestSpecifications(filters)
const withProcesses = new Set(['process', 'console', 'faults', 'runtimes'])
const startsProcesses = files.some(
  ({ project, moduleId }) => withProcesses.has(project.name) || moduleId.includes('/test/process/'),
)
// A build takes longer than the tests of one module. Every app runs its threads from one; tests of processes need the
// newest, and those of threads one that is newer than they are.
const runsThreads = files.some(({ moduleId }) => /\/modules\/(ai|users)\//.test(moduleId))
if (startsProcesses || (!isBuilt() && files.some(({ project }) => project.name !== 'unit'))) ensureBuilt()
else if (runsThreads) ensureBuilt(sourcesOfThreads())
if (startsProcesses) ensureSystemPackages()
const startedAt = performance.now()
if (files.length > 0) await vitest.runTestSpecifications(files, filters.length === 0)
else console.error(`No test file of ${projects.join(', ')} has ${filters.join(' or ')} in its path`)
const summary = summarize(vitest, performance.now() - startedAt)
await vitest.close()
console.log(summary.text)
process.exit(summary.isGreen ? 0 : 1)

function readArguments(args) {
  const at = args.indexOf('--project')
  if (at >= 0) return { projects: args[at + 1].split(','), filters: args.toSpliced(at, 2) }
  // Browser journeys run in a full run, or when they are named.
  const withJourneys = args.length === 0 || args.some((filter) => /console|journey/.test(filter))
  return { projects: withJourneys ? [...quick, 'console'] : quick, filters: args }
}
