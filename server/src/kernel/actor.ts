export const roles = [
  'super_admin',
  'itsm_manager',
  'itsm_agent',
  'change_approver',
  'knowledge_editor',
  'auditor',
  'viewer',
] as const

export type Role = (typeof roles)[number]

/** Groups of roles that routes use; the smaller the list, the greater the permission. */
export const everyone: readonly Role[] = [...roles]
/** Everyone who works with records; a viewer neither assigns nor mentions. */
export const workers: readonly Role[] = roles.filter((role) => role !== 'viewer')
export const agents: readonly Role[] = ['itsm_agent', 'itsm_manager', 'super_admin']
export const managers: readonly Role[] = ['itsm_manager', 'super_admin']
export const approvers: readonly Role[] = ['change_approver', 'itsm_manager', 'super_admin']
export const editors: readonly Role[] = ['knowledge_editor', 'itsm_manager', 'super_admin']
export const auditors: readonly Role[] = ['auditor', 'itsm_manager', 'super_admin']
export const admins: readonly Role[] = ['super_admin']

/** A user, a service account, and a user of an external issuer. */
export const accountKinds = ['user', 'client', 'external'] as const
export type AccountKind = (typeof accountKinds)[number]

/** The caller: the holder of an account, or the service itself. */
export interface Actor {
  id: string
  kind: AccountKind | 'system'
  email: string
  name: string
  roles: readonly Role[]
  /** Set when the token came from an API key. */
  api_key_id?: string
  /** Set when the token came from a session in a browser. */
  session_id?: string
  /** Time of the sign-in, in Unix seconds; absent for a service account. */
  auth_time?: number
  /** The account's epoch when its token was issued; absent for a token of an external issuer. */
  epoch?: number
}

export const system: Actor = {
  id: 'system',
  kind: 'system',
  email: 'system@mainstay.local',
  name: 'Mainstay',
  roles: ['super_admin'],
}

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

export const hasAnyRole = (actor: Pick<Actor, 'roles'>, allowed: readonly Role[]): boolean =>
  actor.roles.some((role) => allowed.includes(role))

/** The roles whose permissions a role includes. */
const included: Record<Role, readonly Role[]> = {
  super_admin: roles,
  itsm_manager: roles.filter((role) => role !== 'super_admin'),
  itsm_agent: ['viewer'],
  change_approver: ['viewer'],
  knowledge_editor: ['viewer'],
  auditor: ['viewer'],
  viewer: [],
}

/** Whether someone with these roles has all permissions of `role`, and may therefore grant it. */
export const covers = (held: readonly Role[], role: Role): boolean =>
  held.some((own) => own === role || included[own].includes(role))
