import { constants } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

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

/** Writes the file completely or not at all, readable only by its owner. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const partial = `${file}.partial`
  await writeFile(partial, content, { mode: 0o600, flush: true })
  await publish(partial, file)
}
