// Installs packages when the lock file is newer than the installation, and builds when sources have changed. Both also
// when the version differs: files of a release that is unpacked over an older one may be older than its build.
// Plain JavaScript without a dependency, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

export const root = fileURLToPath(new URL('..', import.meta.url))

const contentOf = (file) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : ''
const versionIn = (file) => JSON.parse(contentOf(file) || '{}').version
const version = versionIn('package.json')

const changedAt = (file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? (signal ? 1 : 0))
}

/** The npm that was called, so that the same version runs. */
export function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) run(process.execPath, [cli, ...args])
  else run('npm', args)
}

export function ensureInstalled() {
  // `npm ci` would empty the folder of another checkout that a link leads to.
  if (lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  const marker = 'node_modules/.package-lock.json'
  if (changedAt(marker) >= changedAt('package-lock.json') && versionIn(marker) === version) return
  console.log('Installing packages ...')
  npm('ci', '--loglevel=error')
  const now = new Date()
  utimesSync(path.join(root, marker), now, now)
}

/** Holds the version that was built. */
const builtMarker = 'server/dist/.built'

/** Whether there is a build, of whatever age. */
export const isBuilt = () => existsSync(path.join(root, builtMarker))

/** Where everything is that runs in a thread: tests of source need only the newest of that. */
export const sourcesOfThreads = () =>
  ['modules/ai', 'modules/users', 'kernel'].flatMap((folder) => sourcesIn(`server/src/${folder}`))

export function ensureBuilt(inputs = allInputs()) {
  const newest = Math.max(...inputs.map(changedAt))
  if (changedAt(builtMarker) >= newest && contentOf(builtMarker) === version) return
  console.log('Building ...')
  compile()
  run(process.execPath, ['scripts/bundle.mjs'])
  writeFileSync(path.join(root, builtMarker), version)
}

function allInputs() {
  return [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'scripts/bundle.mjs',
    'scripts/chunks.mjs',
    'scripts/external-packages.mjs',
    'scripts/licences.mjs',
    ...sourcesIn('server/src'),
    ...sourcesIn('sdk/src'),
    ...sourcesIn('bench/src'),
    ...sourcesIn('cli/src'),
    'console/index.html',
    'console/vite.config.ts',
    ...sourcesIn('console/public'),
    ...sourcesIn('console/src'),
  ]
}

/** By a URL, because the path of a checkout may contain what an address gives another meaning to, such as #. */
export const importBuilt = (file) => import(pathToFileURL(path.join(root, file)).href)

/** Runs a command of the built service: `failure` begins the message when it does not succeed. */
export async function runCommand(module, failure, command) {
  ensureInstalled()
  ensureBuilt()
  try {
    await command(await importBuilt(`server/dist/${module}.js`), (line) => console.log(line))
  } catch (error) {
    console.error(`${failure}: ${error.message}`)
    process.exit(1)
  }
  process.exit(0)
}

/** The options of a command line, or the usage and exit status 2. */
export function readOptions(options, usage) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${error.message}\nUsage: ${usage}`)
    process.exit(2)
  }
}

/** npm runs scripts in the root of the repository: a path is relative to where it was called. */
export const fromCaller = (given) => given && path.resolve(process.env.INIT_CWD || '.', given)

export const tsc = (...args) => run(process.execPath, ['node_modules/typescript/bin/tsc', ...args])

/** Compiles each module to its own file, which watching needs; bundled programs are overwritten. */
export function compile() {
  rmSync(path.join(root, builtMarker), { force: true })
  // What was compiled from files that no longer exist would be packed.
  for (const folder of ['sdk', 'cli'])
    rmSync(path.join(root, folder, 'dist'), { recursive: true, force: true })
  tsc('-b', '--force')
  // Vitest sets NODE_ENV for its own process; tests must use the same console build as users.
  const env = { ...process.env, NODE_ENV: 'production' }
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'console', '--logLevel', 'error'], { env })
}

const sourcesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
