export const accounts = {
  name: 'Name',
  email: 'E-mail address',
  roles: 'Roles',
  groups: 'Groups',
  active: 'Active',
  kinds: {
    user: 'User',
    client: 'Service account',
    external: 'Single sign-on user',
  },
  roleNames: {
    super_admin: 'Administrator',
    itsm_manager: 'Manager',
    itsm_agent: 'Agent',
    change_approver: 'Change approver',
    knowledge_editor: 'Knowledge editor',
    auditor: 'Auditor',
    viewer: 'Viewer',
  },
  roleHints: {
    super_admin: 'Full access, including users, applications and signing keys',
    itsm_manager:
      'Everything agents can do, plus approve, edit knowledge, read the audit log, delete records and manage webhooks',
    itsm_agent: 'Edit incidents, notes, changes, requests and CIs, and use AI',
    change_approver: 'Read, and approve or reject changes and requests',
    knowledge_editor: 'Read, and edit knowledge articles',
    auditor: 'Read, including the audit log and deleted records',
    viewer: 'Read',
  },
} as const
