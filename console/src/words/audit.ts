/** Names of the audit log whose words differ from the name itself; `token_issued` needs none. */
export const auditActions: Record<string, string> = {
  access_refused: 'Access refused',
  approval_ended: 'Approval ended by an edit',
  bootstrapped: 'Set up',
  called: 'Tool called',
  ended: 'Ended',
  moved: 'Database moved',
  noted: 'Note added',
  resealed: 'Log continued in another database',
  sign_in_refused: 'Sign-in refused',
  sla_breached: 'SLA breached',
  sla_warned: 'SLA warning',
  reference_deleted: 'Linked record deleted',
  voted: 'Rated',
}

export const auditTypes: Record<string, string> = {
  ai_cache: 'AI cache',
  api_key: 'API key',
  catalog_item: 'Catalogue item',
  client: 'Application',
  identity: 'Account',
  mcp_tool: 'MCP tool',
  onboarding: 'Setup checklist',
  sla_calendar: 'Calendar',
  sla_policy: 'Resolution target',
}

/** Details of sign-ins and refusals. */
export const auditDetails: Record<string, string> = {
  address: 'IP address',
  client_id: 'Application',
  grant_type: 'Grant',
  user_agent: 'Browser',
}

/** Values of details that are technical names. */
export const auditValues = {
  methods: { pwd: 'Password', otp: 'One-time code', pop: 'Passkey' } as Record<string, string>,
  grants: {
    authorization_code: 'Sign-in',
    refresh_token: 'Refresh token',
    client_credentials: 'Client secret',
    'urn:ietf:params:oauth:grant-type:device_code': 'Device code',
    'urn:ietf:params:oauth:grant-type:token-exchange': 'Token exchange',
  } as Record<string, string>,
} as const
