/** Apart from the other words of webhooks, because the addresses of their pages are checked against these. */
export const eventTypes = {
  'incident.created': 'Incident created',
  'incident.updated': 'Incident updated',
  'incident.resolved': 'Incident resolved',
  'incident.priority_changed': 'Incident priority changed',
  'change.submitted': 'Change submitted',
  'change.approved': 'Change approved',
  'change.rejected': 'Change rejected',
  'request.submitted': 'Request submitted',
  'request.approved': 'Request approved',
  'sla.breach_warning': 'SLA breach warning',
  'sla.breached': 'SLA breached',
  'ci.discovered': 'Configuration item discovered',
} as const

export const deliveryStatuses = {
  pending: 'Pending',
  retrying: 'Retrying',
  delivered: 'Delivered',
  failed: 'Failed',
} as const

export const callOutcomes = {
  created: 'Created',
  resolved: 'Resolved',
  acknowledged: 'Acknowledged',
  noted: 'Note added',
  duplicate: 'Duplicate',
  filtered: 'Filtered',
  ignored: 'Ignored',
  rejected: 'Rejected',
  confirming: 'Confirming',
  confirmed: 'Confirmed',
} as const
