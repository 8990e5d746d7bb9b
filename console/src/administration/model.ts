import type { Client, CreateClient, CreateUser, UpdateClient, User } from '../api/schema.d.ts'
import { choicesFrom } from '../records/choices-from.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { accounts } from '../words/accounts.ts'
import { administration as w } from '../words/administration.ts'
import { GroupsInput } from './groups-input.tsx'

/** Fields that users and clients have in common. */
export type Account = Pick<User, Extract<keyof User, keyof Client>>

export type AccountPath = '/users' | '/clients'

const name: FieldOf<CreateUser> = { name: 'name', label: accounts.name }
const email: FieldOf<CreateUser> = { name: 'email', label: accounts.email }
const roles: FieldOf<CreateUser> = {
  name: 'roles',
  label: accounts.roles,
  kind: 'choices',
  choices: choicesFrom(accounts.roleNames, accounts.roleHints),
  required: true,
  hint: w.newRolesHint,
}
const groups: FieldOf<CreateUser> = {
  name: 'groups',
  label: accounts.groups,
  input: GroupsInput,
  hint: w.users.groupsHint,
}
const redirects: FieldOf<CreateClient> = {
  name: 'redirect_uris',
  label: w.clients.redirects,
  kind: 'tags',
  hint: w.clients.redirectsHint,
}
const active: FieldOf<UpdateClient> = { name: 'active', label: accounts.active, kind: 'flag' }
const password: FieldOf<CreateUser> = {
  name: 'password',
  label: w.users.password,
  hint: w.users.passwordHint,
  kind: 'password',
}
const rolesOfExisting: FieldOf<CreateUser> = { ...roles, hint: w.rolesHint }

export const newUserFields = [{ ...email, required: true }, name, groups, roles, password] as const
export const userFields = [name, rolesOfExisting, groups, active] as const
export const newClientFields = [{ ...name, required: true }, redirects, roles] as const
export const clientFields = [name, email, rolesOfExisting, redirects, active] as const

export const randomPassword = (): string =>
  [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => alphabet[byte % alphabet.length]!).join('')

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.+=@#!'
