// The summary of a test run: the slowest files, the time per project, and the result.
import path from 'node:path'

const slowest = 10

export function summarize(vitest, milliseconds) {
  const files = vitest.state.getTestModules()
  const tests = files.flatMap((file) => [...file.children.allTests()])
  const passed = tests.filter((test) => test.result().state === 'passed').length
  const failed = tests.filter((test) => test.result().state === 'failed').length
  const broken = files.filter((file) => file.state() === 'failed').length
  const errors = vitest.state.getUnhandledErrors().length
  const lines = [
    ...table('Slowest files', slowestOf(files, vitest.config.root)),
    ...table('Time by project', byProject(files)),
    `Everything took ${seconds(milliseconds)}.`,
    '',
    // Read by continuous integration: alone on its line, and last.
    `${passed} passed, ${failed || Math.min(1, broken + errors)} failed`,
  ]
  return { text: lines.join('\n'), isGreen: failed + broken + errors === 0 && passed > 0 }
}

/** Worker time of a file: imports, hooks and tests. */
function costOf(file) {
  const { duration, collectDuration, setupDuration, prepareDuration } = file.diagnostic()
  return duration + collectDuration + setupDuration + prepareDuration
}

const slowestOf = (files, root) =>
  files
    .toSorted((a, b) => costOf(b) - costOf(a))
    .slice(0, slowest)
    .map((file) => [seconds(costOf(file)), path.relative(root, file.moduleId)])

/** Workers run in parallel, so the sum exceeds the elapsed time. */
function byProject(files) {
  const groups = groupBy(files, nameOf)
  return [...groups].map(([name, own]) => {
    const tests = own.reduce((count, file) => count + [...file.children.allTests()].length, 0)
    const cost = own.reduce((sum, file) => sum + costOf(file), 0)
    return [name, `${own.length} files`, `${tests} tests`, `${seconds(cost)} of worker time`]
  })
}

const nameOf = (file) => file.project.name || 'default'

function groupBy(items, key) {
  const groups = new Map()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

function table(title, rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd()
  return ['', title, ...rows.map(line), '']
}
