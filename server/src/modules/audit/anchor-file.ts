import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import type { Anchor, AnchorSource } from './anchors.ts'

/** The last line is searched in this much of the end; a line is far shorter. */
const tail = 16 * 2 ** 10

/** Checkpoints outside the database, one JSON line each. Lines are appended, never changed. */
export class AnchorFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Synced to disk before it returns. */
  async append(anchors: Anchor[]): Promise<void> {
    const text = anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join('')
    const file = await open(this.path, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
      // A crash may have left an incomplete line, which must not corrupt the next one.
      const isWhole = size === 0 || buffer.toString() === '\n'
      await file.appendFile(isWhole ? text : `\n${text}`)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** The position of the last checkpoint in the file; undefined if there is none. */
  async lastPosition(): Promise<number | undefined> {
    const file = await open(this.path, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const start = Math.max(0, size - tail)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(tail), 0, tail, start)
      const lines = buffer.subarray(0, bytesRead).toString().split('\n')
      return lines.map(parse).findLast((anchor) => anchor !== undefined)?.position
    } finally {
      await file.close()
    }
  }

  read(): AnchorSource {
    let unreadable = 0
    const file = this.path
    const anchors = async function* () {
      const opened = await openIfThere(file)
      if (!opened) return
      for await (const line of opened.readLines()) {
        const anchor = parse(line)
        if (anchor) yield anchor
        else if (line !== '') unreadable++
      }
    }
    return { source: 'file', anchors: anchors(), unreadable: () => unreadable }
  }
}

/** With the embedded database there is always one next to it; otherwise the operator configures the path. */
export function chooseAnchorFile({
  audit_anchor_file,
  database_url,
  data_dir,
}: Config): AnchorFile | undefined {
  if (audit_anchor_file) return new AnchorFile(path.resolve(audit_anchor_file))
  return database_url ? undefined : new AnchorFile(path.join(data_dir, 'audit-anchor.jsonl'))
}

/** The file may have been moved away to start a new one: then there is nothing to compare with. */
async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(line: string): Anchor | undefined {
  try {
    const anchor = JSON.parse(line) as Partial<Anchor> | null
    const { position, hash, signature } = anchor ?? {}
    const isAnchor =
      Number.isSafeInteger(position) && typeof hash === 'string' && typeof signature === 'string'
    return isAnchor ? (anchor as Anchor) : undefined
  } catch {
    return undefined // an incomplete line, after a crash or a full disk
  }
}
