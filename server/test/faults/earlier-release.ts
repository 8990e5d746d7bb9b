import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The commit of v0.1.0, for a clone without tags. */
const firstRelease = '6d88dce'

const run = (command: string, args: string[], cwd = root) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

const commitOf = (revision: string) => run('git', ['rev-parse', '--verify', `${revision}^{commit}`])

function releaseCommit(): string {
  const { UPGRADE_FROM } = process.env
  if (UPGRADE_FROM) return commitOf(UPGRADE_FROM)
  try {
    return commitOf('v0.1.0')
  } catch {
    return commitOf(firstRelease)
  }
}

const versionsOf = (folder: string): Record<string, string> =>
  (
    JSON.parse(readFileSync(path.join(folder, 'server/package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
  ).dependencies

/** Its packages: those that are installed here, if they are the same. */
function provideModules(folder: string): void {
  const ours = versionsOf(root)
  const isSame = Object.entries(versionsOf(folder)).every(([name, version]) => ours[name] === version)
  if (isSame) symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], folder)
}

/** Builds the server of the release to upgrade from, once for each commit. The program to start. */
export function buildEarlierRelease(): string {
  const commit = releaseCommit()
  const folder = path.join(tmpdir(), `mainstay-release-${commit}`)
  const entry = path.join(folder, 'server/dist/main.js')
  const marker = path.join(folder, '.built')
  if (existsSync(marker)) return entry
  mkdirSync(folder, { recursive: true })
  const archive = path.join(folder, 'release.tar')
  run('git', ['archive', '--output', archive, commit])
  run('tar', ['-xf', archive, '-C', folder])
  if (!existsSync(path.join(folder, 'node_modules'))) provideModules(folder)
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'server'], folder)
  writeFileSync(marker, '')
  return entry
}
