import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Files that belong to one database; the audit checkpoints of another one would contradict it. */
const parts = ['postgres', 'postgres.password', 'secret.key', 'audit-anchor.jsonl']

const markerFile = (dataDir: string) => path.join(dataDir, 'replacing-database')

/**
 * Replaces the database of `dataDir` with the one of `staging`. The old one is moved aside and never deleted; returns its
 * new path, or undefined if there was none.
 */
export function replaceCluster(dataDir: string, staging: string, reason: string): string | undefined {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const aside = path.join(dataDir, `before-${reason}-${stamp}`)
  writeFileSync(markerFile(dataDir), `${reason} of ${stamp}\n`, { mode: 0o600, flush: true })
  for (const name of parts.filter((name) => existsSync(path.join(dataDir, name)))) {
    // The restored database came without a key: that of the old one may open it too.
    if (name === 'secret.key' && !existsSync(path.join(staging, name))) continue
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    renameSync(path.join(dataDir, name), path.join(aside, name))
  }
  for (const name of parts.filter((name) => existsSync(path.join(staging, name))))
    renameSync(path.join(staging, name), path.join(dataDir, name))
  rmSync(staging, { recursive: true, force: true })
  rmSync(markerFile(dataDir))
  return existsSync(aside) ? aside : undefined
}

/** Removes what an interrupted restore or move left behind; the cluster may be elsewhere, behind a link. */
export function clearStaging(staging: string): void {
  const entry = path.join(staging, 'postgres')
  if (existsSync(entry)) rmSync(realpathSync(entry), { recursive: true, force: true })
  rmSync(staging, { recursive: true, force: true })
}

/** Whether a restore or move was interrupted between the two moves. */
export const isHalfReplaced = (dataDir: string): boolean => existsSync(markerFile(dataDir))

/** Between the two moves there is no database: a start would make an empty one. */
export function refuseHalfReplaced(dataDir: string): void {
  if (isHalfReplaced(dataDir))
    throw new Error(
      `A restore or move into ${dataDir} was interrupted: run it again, or move the folders in before-... back and delete ${markerFile(dataDir)}`,
    )
}
