import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { baseFile, type Manifest } from './manifest.ts'
import { readTar, type TarEntry } from './tar.ts'

type ReadEntry = (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>

const discard: ReadEntry = async (_entry, content) => {
  for await (const _chunk of content); // only its digest matters
}

/** Reads a backup and compares each file with the digest recorded when it was written. */
export async function readBackup(
  folder: string,
  { files }: Manifest,
  take: ReadEntry,
  signal?: AbortSignal,
): Promise<void> {
  const expected = new Map(files.map((file) => [file.name, file]))
  const source = createReadStream(baseFile(folder), { highWaterMark: 2 ** 20 })
  const plain = createGunzip({ chunkSize: 2 ** 18 })
  source.on('error', (error) => plain.destroy(error))
  try {
    for await (const entry of readTar(source.pipe(plain))) {
      signal?.throwIfAborted()
      const { hash, content } = hashed(entry.content)
      await take(entry, content)
      if (entry.isFolder) continue
      if (expected.get(entry.name)?.sha256 !== hash.digest('hex'))
        throw new Error(`${entry.name} differs from what was backed up`)
      expected.delete(entry.name)
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`The backup ${folder} is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    source.destroy()
    plain.destroy()
  }
  const [missing] = expected.keys()
  if (missing !== undefined) throw new Error(`The backup ${folder} is damaged: ${missing} is missing`)
}

function hashed(chunks: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  const content = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { hash, content: content() }
}

export const verifyBackup = (folder: string, manifest: Manifest, signal?: AbortSignal) =>
  readBackup(folder, manifest, discard, signal)
