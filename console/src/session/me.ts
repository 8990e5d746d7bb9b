import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Role } from '../api/schema.d.ts'

/** Who may what, as the service has it: a button that it would refuse is not shown. */
const rights = {
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

/** Whether somebody with these roles has all the rights of another, and may hand it on. */
export const covers = (held: readonly Role[], role: Role): boolean =>
  held.includes(role) ||
  held.includes('super_admin') ||
  (held.includes('itsm_manager') && role !== 'super_admin') ||
  (role === 'viewer' && held.length > 0)

export function useMe() {
  const { data } = useQuery({
    queryKey: ['profile'],
    queryFn: () => bodyOf(api.GET('/profile')),
    staleTime: Infinity,
  })
  const may = (right: Right) =>
    data?.roles.some((role) => (rights[right] as readonly Role[]).includes(role)) ?? false
  return { me: data, may }
}
