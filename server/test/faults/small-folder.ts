import { execFileSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeAtEnd } from '../cleanup.ts'
import { openFolder } from '../folders.ts'

/** A folder on a small file system of its own. */
export function smallFolder(size: string): string {
  const folder = openFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  closeAtEnd(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Takes what is left on the file system of that folder. The file that takes it. */
export function fill(folder: string): string {
  const filler = path.join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
  } catch (error) {
    // Somebody else took some of it meanwhile: full all the same.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return filler
}
