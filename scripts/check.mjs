// Everything that can be said of the code without running it.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const migrations = readdirSync(`${root}server/migrations`).map((name) => `server/migrations/${name}`)
const checks = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', ['-b']],
  ['types of tests', 'tsc', ['-p', 'server/tsconfig.test.json']],
  ['dead code', 'knip', []],
  ['generated docs', process.execPath, ['scripts/docs.mjs', '--check']],
  ['API description', 'redocly', ['lint', 'docs/openapi.json']],
  ['migrations', 'squawk', migrations],
]
const failed = checks.filter(([name, command, args]) => {
  const program = command.includes('/') ? command : `node_modules/.bin/${command}`
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return status !== 0
})
process.exit(failed.length > 0 ? 1 : 0)
