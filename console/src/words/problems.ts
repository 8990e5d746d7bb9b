const named = (field: string) => field.replaceAll('_', ' ').replaceAll('.', ' ')

/** What went wrong, and what to do, for the error codes of the API; other errors have a message of their own. */
export const problems = {
  codes: {
    insufficient_role: "You don't have permission to do this. Ask an administrator.",
    signed_out: 'Your session has ended. Sign in again to continue.',
    not_found: 'This record does not exist, or you cannot see it.',
    precondition_failed: 'Someone else edited this. Reload it and try again.',
    payload_too_large: 'This is too large. Shorten it or choose a smaller file.',
    idempotency_in_progress: 'This is already being saved.',
    database_unavailable: 'The database is not available. Try again in a moment.',
    overloaded: 'Mainstay is busy. Try again in a moment.',
    email_taken: 'Another account has this e-mail address.',
    name_taken: 'This name is already in use.',
    last_admin: 'There must be at least one administrator.',
    own_record: 'You created, requested or edited this, so someone else must decide.',
    malformed_json: 'The service did not understand this request. Reload the page and try again.',
    internal_error: 'Mainstay had an internal error. Try again, or tell your administrator the request ID.',
  } as Record<string, string>,
  /** A response that does not say what is wrong. */
  unexplained: (status: number) =>
    `Mainstay did not answer as expected (status ${status}). Try again, or tell your administrator.`,
  /** One field is named at its input, several in a list. */
  invalid: 'Check the marked fields.',
  fieldError: (label: string, text: string) => `${label}: ${text}`,
  required: 'Required',
  choice: (options: string) => `Choose one of ${options}`,
  wrongPassword: 'This is not your current password',
  unknownField: 'Not a known field',
  type: 'Not a valid value',
  /** Errors that only one field has. */
  ofField: { 'hours empty': 'Open at least one day.' } as Record<string, string>,
  /** Labels of fields whose name says too little. */
  labels: {
    short_description: 'Summary',
    assigned_to: 'Assigned to',
    assignment_group: 'Group',
    ci_id: 'Configuration item',
    ci_ids: 'Configuration items',
    item_id: 'Item',
    incident_ids: 'Incidents',
    email: 'E-mail address',
    url: 'URL',
    'sla.breached': 'SLA breached',
    'sla.warned': 'SLA warning',
    target_minutes: 'Resolve within (minutes)',
    q: 'Search',
    'hours.mon': 'Monday',
    'hours.tue': 'Tuesday',
    'hours.wed': 'Wednesday',
    'hours.thu': 'Thursday',
    'hours.fri': 'Friday',
    'hours.sat': 'Saturday',
    'hours.sun': 'Sunday',
  } as Record<string, string>,
  named,
} as const
