import { hash, verify } from '@node-rs/argon2'
import { equalInConstantTime, sha256 } from './crypto.ts'
import { Semaphore } from './semaphore.ts'

/** A hash takes 19 MiB and tens of milliseconds of a core, so their number is limited for the whole process. */
const hashing = new Semaphore({ concurrent: 4, queued: 64 })

/** How many hashes this process has computed. */
export const countHashes = (): number => hashing.finished

/** Keyboards write one letter in several ways: "é" is one character, or an "e" and an accent. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

/** Chosen passwords may be guessable, so each attempt is expensive. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(normalizePassword(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))

/** Generated secrets have 256 bits of randomness and cannot be guessed, so a plain digest is sufficient. */
export const hashToken = (token: string): string => `sha256:${sha256(token)}`

/** Computes no password hash; only for secrets that were stored with hashToken. */
export const matchesToken = (given: string, stored: string): boolean =>
  equalInConstantTime(hashToken(given), stored)

/** Created once, to spend the same time on an account that does not exist, or whose secret is stored as a digest. */
const nobodysPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$kFV/C/xaw/FFQO+VHv/uYA$mBiPoZdlxLLERtq5avVuIPR8aXKDwAeaARiKzEU2t2o'

/** Computes a hash, so it must be called only behind the counters of `Guesses`. */
export async function matchesSecret(given: string, stored: string | null | undefined): Promise<boolean> {
  if (stored?.startsWith('sha256:') && matchesToken(given, stored)) return true
  const argonHash = stored?.startsWith('$') ? stored : undefined
  // As it was typed, too, because older hashes are of that. A wrong secret takes the same time, whatever is stored.
  for (const spelling of new Set([normalizePassword(given), given]))
    if ((await hashing.run(() => verify(argonHash ?? nobodysPassword, spelling))) && argonHash) return true
  return false
}
