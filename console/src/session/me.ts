import { useQuery } from '@tanstack/react-query'
import { api, ApiError, bodyOf } from '../api/client.ts'
import { firstPause, longestPause } from '../offline/connection.ts'
import type { Role } from '../api/schema.d.ts'

/** The permissions of each role; buttons for forbidden actions are hidden. */
const rights = {
  /** Those who may list people and groups: all but viewers. */
  workers: ['itsm_agent', 'itsm_manager', 'super_admin', 'change_approver', 'knowledge_editor', 'auditor'],
  agents: ['itsm_agent', 'itsm_manager', 'super_admin'],
  managers: ['itsm_manager', 'super_admin'],
  approvers: ['change_approver', 'itsm_manager', 'super_admin'],
  editors: ['knowledge_editor', 'itsm_manager', 'super_admin'],
  auditors: ['auditor', 'itsm_manager', 'super_admin'],
  admins: ['super_admin'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

export const roles: readonly Role[] = [
  'super_admin',
  'itsm_manager',
  'itsm_agent',
  'change_approver',
  'knowledge_editor',
  'auditor',
  'viewer',
]

/** Whether these roles include all rights of another role, and may therefore grant it. */
export const coversRole = (held: readonly Role[], role: Role): boolean =>
  held.includes(role) ||
  held.includes('super_admin') ||
  (held.includes('itsm_manager') && role !== 'super_admin') ||
  (role === 'viewer' && held.length > 0)

/** Without the profile no button is shown and nothing kept is sent, so only a refusal ends the attempts. */
const isTemporary = (error: Error) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

export function useMe() {
  const { data } = useQuery({
    queryKey: ['profile'],
    queryFn: () => bodyOf(api.GET('/profile')),
    staleTime: Infinity,
    retry: (_, error) => isTemporary(error),
    retryDelay: (attempt) => Math.min(firstPause * 2 ** attempt, longestPause),
  })
  const may = (right: Right) =>
    data?.roles.some((role) => (rights[right] as readonly Role[]).includes(role)) ?? false
  return { me: data, may }
}
