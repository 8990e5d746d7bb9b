import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { archiveFolder, type BackupSummary, type Manifest } from './manifest.ts'
import {
  isHistory,
  lastSegmentNumber,
  parseHistory,
  parseLsn,
  segmentName,
  segmentNumber,
  timelineOf,
} from './wal-names.ts'

/** The newest timeline of PostgreSQL, and which parts of older ones it continues; each restore to an earlier point starts one. */
export interface Lineage {
  timeline: number
  forks: Map<number, bigint>
}

/** The archive of one cluster, as a restore reads it. */
export class ArchivedLog {
  readonly #folder: string
  readonly #names: Set<string>

  private constructor(folder: string, names: string[]) {
    this.#folder = folder
    this.#names = new Set(names)
  }

  static async open(backupDir: string, systemIdentifier: string): Promise<ArchivedLog> {
    const folder = archiveFolder(backupDir, systemIdentifier)
    const names = existsSync(folder) ? await readdir(folder) : []
    return new ArchivedLog(
      folder,
      names.filter((name) => name.endsWith('.gz')).map((name) => name.slice(0, -'.gz'.length)),
    )
  }

  read = async (name: string): Promise<Buffer> =>
    promisify(gunzip)(await readFile(path.join(this.#folder, `${name}.gz`)))

  get histories(): string[] {
    return [...this.#names].filter(isHistory).toSorted()
  }

  /** Undefined if there is only one timeline, because nothing was ever restored to an earlier point. */
  async lineage(): Promise<Lineage | undefined> {
    const newest = this.histories.at(-1)
    if (newest === undefined) return undefined
    const text = (await this.read(newest)).toString()
    return { timeline: timelineOf(newest), forks: parseHistory(text) }
  }

  /** The segments that continue a backup, without a gap, and the first one that is missing before others. */
  continuing(
    backup: Manifest,
    lineage: Lineage | undefined,
  ): { names: string[]; missing: string | undefined } {
    const timelines =
      lineage && isOnLineage(backup, lineage)
        ? [...lineage.forks.keys(), lineage.timeline]
        : [backup.timeline]
    const inBackup = new Set(
      backup.files.filter(({ name }) => name.startsWith('pg_wal/')).map(({ name }) => path.basename(name)),
    )
    const last = lastSegmentNumber(this.#names)
    const names: string[] = []
    for (let number = segmentNumber(backup.start_wal); number <= last; number++) {
      const all = timelines.map((timeline) => segmentName(timeline, number))
      const found = all.filter((name) => this.#names.has(name))
      if (found.length === 0 && !all.some((name) => inBackup.has(name))) return { names, missing: all.at(-1) }
      names.push(...found.filter((name) => !inBackup.has(name)))
    }
    return { names, missing: undefined }
  }
}

/** Whether the newest timeline continues a backup, or left its timeline before. */
export function isOnLineage({ timeline, stop_lsn }: BackupSummary, lineage: Lineage | undefined): boolean {
  if (!lineage || timeline === lineage.timeline) return true
  const fork = lineage.forks.get(timeline)
  return fork !== undefined && parseLsn(stop_lsn) <= fork
}
