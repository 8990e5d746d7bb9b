import { constants } from 'node:fs'
import { chmod, link, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomId } from '../../kernel/ids.ts'
import { give, ownerOf, type Owner } from './owner.ts'

/** A rename survives a power failure only after its folder was synced too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The file appears under its final name completely or not at all, also after a power failure. */
export async function publish(partial: string, final: string): Promise<void> {
  await rename(partial, final)
  await syncFolder(path.dirname(final))
}

/** Writes or replaces the file completely or not at all, readable only by its owner, who stays the same. */
export async function writeDurably(file: string, content: string | Buffer, owner?: Owner): Promise<void> {
  const partial = `${file}.partial`
  await writeFile(partial, content, { mode: 0o600, flush: true })
  // One that a crash left behind may have another mode.
  await chmod(partial, 0o600)
  give(owner ?? ownerOf(file), partial)
  await publish(partial, file)
}

/** Creates the file completely or not at all, readable only by its owner. One that exists stays as it is. */
export async function createDurably(file: string, content: string): Promise<void> {
  const partial = `${file}.${randomId('')}.partial`
  try {
    await writeFile(partial, content, { mode: 0o600, flush: true })
    await link(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(partial, { force: true })
  }
  await syncFolder(path.dirname(file))
}
