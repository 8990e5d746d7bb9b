// All static checks.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const migrations = readdirSync(`${root}server/migrations`).map((name) => `server/migrations/${name}`)
const checks = [
  { name: 'format', program: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', program: 'tsc', args: ['-b'] },
  { name: 'types of tests', program: 'tsc', args: ['-p', 'server/tsconfig.test.json'] },
  { name: 'types of the console', program: 'tsc', args: ['-p', 'console'] },
  { name: 'dead code', program: 'knip', args: [] },
  { name: 'package of the SDK', program: 'publint', args: ['sdk', '--strict'] },
  { name: 'API description', program: 'redocly', args: ['lint', 'docs/openapi.json'] },
  { name: 'migrations', program: 'squawk', args: migrations },
]
const failed = checks.filter(({ name, program, args }) => {
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { cwd: root, stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return status !== 0
})
const stale =
  spawnSync(process.execPath, ['scripts/docs.mjs', '--check'], { cwd: root, stdio: 'inherit' }).status !== 0
console.log(`${stale ? 'FAILED' : 'ok    '} generated docs`)
process.exit(failed.length > 0 || stale ? 1 : 0)
