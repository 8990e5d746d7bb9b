import type { Ctx, Tx } from '../../db/ctx.ts'
import { system, type Role } from '../../kernel/actor.ts'
import { defaultChannels } from '../notifications/model.ts'
import * as users from '../users/service.ts'
import { findByEmail } from '../users/store.ts'
import type { Company } from './model.ts'
import { actorOf, type Scenario } from './step.ts'
import { setChannels } from './store.ts'

interface DemoPerson {
  email: string
  roles: Role[]
  groups: string[]
}

function peopleOf({ groups, board, callers }: Company): DemoPerson[] {
  const emails = new Set([...Object.values(groups).flat(), ...board, ...callers])
  return [...emails].map((email) => {
    const own = Object.keys(groups).filter((name) => groups[name]!.includes(email))
    const isAgent = own.length > 0
    const roles: Role[] = [
      ...(isAgent ? (['itsm_agent'] as const) : []),
      ...(board.includes(email) ? (['change_approver'] as const) : []),
    ]
    return { email, groups: own, roles: roles.length > 0 ? roles : ['viewer'] }
  })
}

/** Accounts without a password: people are found by name, and nobody can sign in as one of them. */
export async function addPeople(ctx: Ctx<Tx>, { content, ids }: Scenario): Promise<void> {
  for (const person of peopleOf(content.company)) {
    if (await findByEmail(ctx.db, person.email)) continue // a colleague of the same address
    const { id, name } = actorOf(person.email)
    await users.create({ ...ctx, actor: system }, { ...person, id, name, password_hash: null })
    await setChannels(ctx.db, id, unread)
    ids.keep('user', person.email, { id })
  }
}

/** Demo accounts receive no notifications. */
const unread = Object.fromEntries(Object.keys(defaultChannels).map((category) => [category, 'none']))
