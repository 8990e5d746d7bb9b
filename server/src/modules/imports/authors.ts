import type { Ctx } from '../../db/ctx.ts'
import type { Actor } from '../../kernel/actor.ts'
import { idsByEmail } from '../users/people-store.ts'

type FindAuthor = (email: string | undefined) => Actor

/**
 * Authors of another system are the people with their addresses here. One without an account gets an ID that no account
 * has: nobody else may read what only its author reads.
 */
export async function findAuthors(ctx: Ctx, emails: (string | undefined)[]): Promise<FindAuthor> {
  const { actor } = ctx
  const given = emails.filter((email) => email !== undefined).map((email) => email.toLowerCase())
  const ids = given.length === 0 ? new Map<string, string>() : await idsByEmail(ctx.db, given)
  return (email = actor.email) => {
    const address = email.toLowerCase()
    if (address === actor.email.toLowerCase()) return actor
    return { ...actor, email, id: ids.get(address) ?? `imported:${address}` }
  }
}
