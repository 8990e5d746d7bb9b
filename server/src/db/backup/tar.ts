import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** The ustar format: any tar program can unpack a backup. */
const block = 512
const folderType = '5'
const fileType = '0'

export interface TarEntry {
  name: string
  isFolder: boolean
  /** Must be read to its end before the next entry. */
  content: AsyncIterable<Buffer>
}

export async function writeFolder(out: Writable, name: string): Promise<void> {
  await send(out, header(`${name}/`, 0, folderType))
}

/**
 * Writes exactly `size` bytes: growth since then is ignored, missing bytes become zeros. Returns the digest of what was
 * written.
 */
export async function writeFile(
  out: Writable,
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<string> {
  const hash = createHash('sha256')
  let left = size
  const add = async (bytes: Buffer) => {
    hash.update(bytes)
    await send(out, bytes)
    left -= bytes.length
  }
  await send(out, header(name, size, fileType))
  for await (const chunk of content) {
    await add(chunk.subarray(0, left))
    if (left === 0) break
  }
  while (left > 0) await add(zeros.subarray(0, left))
  await send(out, zeros.subarray(0, padding(size)))
  return hash.digest('hex')
}

const padding = (size: number) => (block - (size % block)) % block

export const writeEnd = (out: Writable) => send(out, Buffer.alloc(2 * block))

const zeros = Buffer.alloc(64 * 1024)

async function send(out: Writable, bytes: Buffer): Promise<void> {
  if (out.errored) throw out.errored
  if (!out.write(bytes)) await once(out, 'drain')
}

function header(name: string, size: number, type: string): Buffer {
  const bytes = Buffer.alloc(block)
  if (Buffer.byteLength(name) > 100) throw new Error(`The path ${name} is too long for a backup`)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  bytes.write(name, 0)
  bytes.write(octal(type === folderType ? 0o700 : 0o600, 8), 100)
  bytes.write(octal(0, 8) + octal(0, 8), 108)
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(0, 12), 136)
  bytes.write('        ', 148)
  bytes.write(type, 156)
  bytes.write('ustar\u000000', 257)
  bytes.write(`${octal(checksum(bytes), 7)} `, 148)
  return bytes
}

const checksum = (bytes: Buffer) => bytes.reduce((sum, byte) => sum + byte, 0)

/** The entries of an archive, one after the other. */
export async function* readTar(stream: Readable): AsyncGenerator<TarEntry> {
  const source = new ByteReader(stream)
  for (;;) {
    const bytes = await source.take(block)
    if (bytes.every((byte) => byte === 0)) return
    const { name, size, isFolder } = parseHeader(bytes)
    yield { name, isFolder, content: source.stream(size) }
    await source.take(padding(size))
  }
}

function parseHeader(bytes: Buffer): { name: string; size: number; isFolder: boolean } {
  const text = (start: number, length: number) =>
    bytes
      .subarray(start, start + length)
      .toString()
      .replace(/[\0 ].*$/s, '')
  const blank = Buffer.from(bytes)
  blank.write('        ', 148)
  if (parseInt(text(148, 8), 8) !== checksum(blank)) throw new Error('The archive is damaged')
  const isFolder = text(156, 1) === folderType
  return { name: text(0, 100).replace(/\/$/, ''), size: parseInt(text(124, 12), 8), isFolder }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.stream(length)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *stream(length: number): AsyncGenerator<Buffer> {
    let left = length
    while (left > 0) {
      if (this.#rest.length === 0) await this.#fill()
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw new Error('The archive ends too early')
    this.#rest = value
  }
}
