import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

ensureInstalled()
ensureBuilt()
ensureSystemPackages()

const { startVitest } = await import('vitest/node')
const [project, ...filters] = process.argv.slice(2)
const vitest = await startVitest('test', filters, { root, project, run: true, watch: false })
const tests = vitest.state.getFiles().flatMap((file) => flatten(file))
const failed = tests.filter((test) => test.result?.state === 'fail').length
const passed = tests.filter((test) => test.result?.state === 'pass').length
const broken = vitest.state.getFiles().filter((file) => file.result?.state === 'fail').length
const errors = vitest.state.getUnhandledErrors().length
await vitest.close()
console.log(`${passed} passed, ${failed || Math.min(1, broken + errors)} failed`)
process.exit(failed + broken + errors > 0 || passed === 0 ? 1 : 0)

function flatten(task) {
  return task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(flatten)
}
