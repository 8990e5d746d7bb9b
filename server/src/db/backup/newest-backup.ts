import { readSystemIdentifier } from '../embedded/system-identifier.ts'
import { backupFolder, byPosition, listBackupIds, readManifest, type BackupSummary } from './manifest.ts'

/**
 * For checks that run every few seconds: a manifest never changes, so each is read once. Those that cannot be read are
 * left out, and reported by the next backup.
 */
export class NewestBackup {
  readonly backupDir: string
  #summaries = new Map<string, BackupSummary | undefined>()

  constructor(backupDir: string) {
    this.backupDir = backupDir
  }

  /** Of one cluster: others may share the folder. */
  async find(systemIdentifier: string): Promise<BackupSummary | undefined> {
    const ids = await listBackupIds(this.backupDir)
    const read = async (id: string) => [id, this.#summaries.get(id) ?? (await this.#read(id))] as const
    this.#summaries = new Map(await Promise.all(ids.map(read)))
    const backups = [...this.#summaries.values()].filter((backup) => backup !== undefined)
    const own = backups.filter((backup) => backup.system_identifier === systemIdentifier)
    return own.toSorted(byPosition).at(-1)
  }

  async #read(id: string): Promise<BackupSummary | undefined> {
    try {
      const { files: _, ...summary } = await readManifest(backupFolder(this.backupDir, id))
      return summary
    } catch {
      return undefined
    }
  }

  /** When the newest backup of a data folder began; everything committed before is in it. */
  async time(dataDir: string): Promise<Date | undefined> {
    const systemIdentifier = readSystemIdentifier(dataDir)
    if (systemIdentifier === undefined) return undefined
    const newest = await this.find(systemIdentifier)
    return newest && new Date(newest.started_at)
  }
}
