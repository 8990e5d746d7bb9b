// All static checks. Only those that fail show their output.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const migrations = readdirSync(`${root}server/migrations`).map((name) => `server/migrations/${name}`)
const checks = [
  { name: 'format', program: 'oxfmt', args: ['--check', '.'], advice: 'run npm run format' },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', program: 'tsc', args: ['-b'] },
  { name: 'types of tests', program: 'tsc', args: ['-p', 'server/tsconfig.test.json'] },
  { name: 'types of the console', program: 'tsc', args: ['-p', 'console'] },
  { name: 'dead code', program: 'knip', args: [] },
  { name: 'package of the SDK', program: 'publint', args: ['sdk', '--strict'] },
  { name: 'package of the command line', program: 'publint', args: ['cli', '--strict'] },
  { name: 'API description', program: 'redocly', args: ['lint', 'docs/openapi.json'] },
  { name: 'migrations', program: 'squawk', args: migrations },
  { name: 'generated docs', program: process.execPath, args: ['scripts/docs.mjs', '--check'] },
]
const failed = checks.filter(({ name, program, args }) => {
  const file = path.resolve(root, 'node_modules/.bin', program)
  const { status, output, error } = spawnSync(file, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) console.log(error?.message ?? output.join(''))
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return status !== 0
})
for (const { name, advice = 'its output is above' } of failed) console.log(`${name} failed: ${advice}`)
process.exit(failed.length > 0 ? 1 : 0)
