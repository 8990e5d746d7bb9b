import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { countAffected } from '../../../db/rows.ts'
import { sha256 } from '../../../kernel/crypto.ts'

/** The claim by which the access tokens of one grant are revoked together; the ID of the grant itself is a secret. */
export const grantClaim = (grantId: string) => `grant_${sha256(grantId).slice(0, 32)}`

/** By the ID of a token or of its grant; false if it was revoked before. Stored for longer than a token lives. */
export const revoke = async (db: Db, id: string): Promise<boolean> =>
  (await countAffected(
    db,
    sql`insert into revoked_tokens (id, expires_at) values (${id}, now() + interval '2 hours')
      on conflict (id) do nothing`,
  )) === 1
