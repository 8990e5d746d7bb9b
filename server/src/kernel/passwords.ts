import { hash, verify } from '@node-rs/argon2'
import { equalInConstantTime, sha256 } from './crypto.ts'

/** What people and operators choose may be guessable: make each guess dear. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** What we made ourselves has 256 bits of randomness: nobody guesses it, a plain digest will do. */
export const hashToken = (token: string): string => `sha256:${sha256(token)}`

/** Made once, to spend the same time on an account that does not exist, or whose secret is stored as a digest. */
const nobodysPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$kFV/C/xaw/FFQO+VHv/uYA$mBiPoZdlxLLERtq5avVuIPR8aXKDwAeaARiKzEU2t2o'

export async function matchesSecret(given: string, stored: string | null | undefined): Promise<boolean> {
  if (stored?.startsWith('sha256:') && equalInConstantTime(hashToken(given), stored)) return true
  const dear = stored?.startsWith('$') ? stored : undefined
  const matches = await verify(dear ?? nobodysPassword, given) // a wrong secret takes as long whatever is stored
  return matches && dear !== undefined
}
