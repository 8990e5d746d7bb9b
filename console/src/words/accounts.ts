/** People and service accounts: who they are, and what they may. */
export const accounts = {
  name: 'Name',
  email: 'E-mail address',
  roles: 'Roles',
  groups: 'Groups',
  active: 'Active',
  kinds: {
    user: 'Person with a password here',
    client: 'Service account',
    external: 'Person of your own identity provider',
  },
  roleNames: {
    super_admin: 'Administrator',
    itsm_manager: 'Manager',
    itsm_agent: 'Agent',
    change_approver: 'Approver of changes',
    knowledge_editor: 'Editor of knowledge',
    auditor: 'Auditor',
    viewer: 'Viewer',
  },
  roleHints: {
    super_admin: 'everything, also users, clients and signing keys',
    itsm_manager: 'what agents may, also delete, and own webhooks',
    itsm_agent: 'write incidents, notes, changes, requests and CIs, and use AI',
    change_approver: 'read, approve and reject changes',
    knowledge_editor: 'read, and write knowledge',
    auditor: 'read, also the audit log and deleted records',
    viewer: 'read',
  },
} as const
