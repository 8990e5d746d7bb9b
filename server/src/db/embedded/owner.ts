import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** PostgreSQL refuses to run as root; it then runs as this user, who must be able to reach its files. */
export interface Owner {
  uid: number
  gid: number
}

/** Used by root if the checkout is in a home directory that the owner cannot reach. */
export const sharedFolder = '/var/lib/mainstay'

/** The mode is set apart, because that of a new folder is subject to the umask of root. */
export function ensureSharedFolder(folder = sharedFolder): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

/** Lets everyone read what its owner can, and run what its owner can. */
export function openModes(folder: string): void {
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const file = path.join(folder, name)
    const stat = lstatSync(file)
    if (!stat.isSymbolicLink()) chmodSync(file, stat.mode | 0o444 | (stat.mode & 0o100 ? 0o011 : 0))
  }
}

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
