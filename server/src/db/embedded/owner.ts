import { chownSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** PostgreSQL refuses to run as root; it then runs as this user, who must be able to reach its files. */
export interface Owner {
  uid: number
  gid: number
}

/** Used by root if the checkout is in a home directory that the owner cannot reach. */
export const sharedFolder = '/var/lib/mainstay'

export function chooseOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
}

/** Whether the owner has search permission on every directory up to `target`. */
export function canReach(owner: Owner, target: string): boolean {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === path.dirname(folder)) return true
  }
}

export function give(owner: Owner | undefined, target: string): void {
  if (owner) chownSync(target, owner.uid, owner.gid)
}
