import { constants } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A rename is lost by a power failure until its folder is on the disk too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** From now on the name is there, whole, also after a power failure. */
export async function publish(partial: string, final: string): Promise<void> {
  await rename(partial, final)
  await syncFolder(path.dirname(final))
}

/** The whole file or none of it, readable only for its owner. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const partial = `${file}.partial`
  await writeFile(partial, content, { mode: 0o600, flush: true })
  await publish(partial, file)
}
