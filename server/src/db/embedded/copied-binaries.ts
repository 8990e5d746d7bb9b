import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openMode, type Owner } from './owner.ts'

/** Of a folder in DATA_DIR with PostgreSQL's programs. */
export const isCopyOfPrograms = (name: string): boolean => /^postgres-\d+\.\d+\.\d+/.test(name)

/** Makes a copy under a temporary name first, and again when a power loss has emptied files of one that was there. */
export function copyOnce(
  source: string,
  target: string,
  owner: Owner | undefined,
  finish: (copy: string) => void,
): void {
  if (isComplete(source, target, owner)) return
  const partial = `${target}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  try {
    copyFiles(source, partial, owner)
    finish(partial)
    rmSync(target, { recursive: true, force: true })
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

const modeFor = (owner: Owner | undefined, mode: number) => (owner ? openMode(mode) : mode)

function isComplete(source: string, target: string, owner: Owner | undefined): boolean {
  return filesIn(source).every((name) => {
    const copy = statSync(path.join(target, name), { throwIfNoEntry: false })
    return copy?.size === statSync(path.join(source, name)).size && copy.mode === modeFor(owner, copy.mode)
  })
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))

function copyFiles(source: string, target: string, owner: Owner | undefined): void {
  mkdirSync(target, { mode: 0o755 })
  if (owner) chmodSync(target, 0o755) // the umask of root may have closed it
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)]
    if (entry.isDirectory()) copyFiles(from, to, owner)
    else if (entry.isFile()) linkOrCopy(from, to, owner)
  }
}

/** A link takes no time and space. It is refused between file systems and, on Linux, to files of another user. */
function linkOrCopy(from: string, to: string, owner: Owner | undefined): void {
  const { mode } = statSync(from)
  const wanted = modeFor(owner, mode)
  if (wanted === mode && tryLink(from, to)) return
  copyFileSync(from, to)
  chmodSync(to, wanted)
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false // copying then says what else is wrong
  }
}

/** Those of earlier releases, and what a start that was killed has left. Nothing may run from them. */
export async function removeOtherCopies(dataDir: string, binaries: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter(isCopyOfPrograms))
    if (path.join(dataDir, name, 'native') !== binaries)
      await rm(path.join(dataDir, name), { recursive: true })
}
