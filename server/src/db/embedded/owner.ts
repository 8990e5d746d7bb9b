import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
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

/** Lets everyone read a file, and run it when its owner can. */
export const openMode = (mode: number): number => mode | 0o444 | (mode & 0o100 ? 0o011 : 0)

export function chooseOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const nobody = accounts().find(([name]) => name === 'nobody')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
}

const accounts = () =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

/** For commands: what root leaves in the folder of a service that runs as another user, that user could not read. */
export function refuseForeignRoot(dataDir: string): void {
  const nobody = chooseOwner()
  // The folder may be a volume that belongs to root; the database in it was created by the service.
  const file = [path.join(dataDir, 'postgres'), dataDir].find((file) => existsSync(file))
  if (!nobody || !file) return
  const { uid } = statSync(file)
  if ([0, nobody.uid].includes(uid)) return
  const name = accounts().find((account) => account[2] === String(uid))?.[0] ?? `#${uid}`
  throw new Error(`${file} belongs to another user: run this as that user, with sudo -u '${name}'`)
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

/** Whom root must give the replacement of a file to; others replace only their own. */
export const ownerOf = (file: string): Owner | undefined =>
  process.getuid?.() === 0 ? statSync(file, { throwIfNoEntry: false }) : undefined

export function give(owner: Owner | undefined, target: string): void {
  if (owner) chownSync(target, owner.uid, owner.gid)
}
