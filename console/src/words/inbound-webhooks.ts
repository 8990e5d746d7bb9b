import { count } from './count.ts'
import { callOutcomes } from './webhook-choices.ts'

/** Inbound webhooks and their calls. */

export const inbound = {
  create: 'New inbound webhook',
  empty: 'No inbound webhooks yet. An inbound webhook receives alerts from another system.',
  first: 'Connect your monitoring',
  source: 'Alert source',
  ownMapping: 'Other system (custom mapping)',
  setup: 'Paste this into the other system',
  description: 'Description',
  preset: 'Preset',
  action: 'Action',
  actions: {
    create_incident: 'Creates an incident',
    resolve_incident: 'Resolves the incident with the same key',
  },
  notify: 'Notify the group of new incidents',
  secret: 'Calls must be signed',
  timestamp: 'Signatures must cover a timestamp',
  timestampHint: 'Rejects calls that are replayed after more than five minutes',
  address: 'Address',
  addressHint: 'Anyone who knows this address can call it. Treat it like a password.',
  signedHint: 'Calls must be signed with the secret.',
  example: 'Example with curl',
  placeholder: 'the secret of this webhook',
  questions: {
    rotate: 'Creates a new secret. For 24 hours calls that are signed with the old one are accepted too.',
    remove: 'The address stops working immediately and cannot be restored.',
    pause: 'While the webhook is paused, calls get a 404 response: the other system must send them again.',
  },
  pausedHint: 'Calls get a 404 response.',
  rejectedOf: (rejected: number, calls: number) => `${rejected} of ${calls} rejected`,
} as const

export const mapping = {
  title: 'Mapping',
  field_mapping: 'Field mapping',
  hint: 'A template for each field of the incident, with {{ paths }} into the payload.',
  add: 'Add field',
  remove: (target: string) => `Remove ${target}`,
  filters: 'Process calls only when',
  filtersHint: 'All conditions must match. Other calls are accepted and do nothing.',
  resolve_when: 'Resolve instead when',
  resolveHint:
    'When all conditions match, the open incident with the same alert key is resolved. Requires an alert key.',
  syntaxTitle: 'Template syntax',
  syntax: [
    '{{ alert.title }}, {{ alerts[0].labels["key with spaces"] }}: a value of the payload; a missing value is empty.',
    '{{ severity | lower | map: "critical=P1,warning=P3" | default: "P4" }}: filters, applied in order.',
    'Filters: default upper lower trim truncate replace join first last json map.',
    'Long text is truncated. Paths also lead into strings that contain JSON.',
  ],
  targets: {
    short_description: 'Summary',
    description: 'Description',
    priority: 'Priority',
    category: 'Category',
    subcategory: 'Subcategory',
    impact: 'Impact',
    urgency: 'Urgency',
    assignment_group: 'Group',
    assigned_to: 'Assigned to',
    ci_id: 'Configuration item',
    change_id: 'Change',
    location: 'Location',
    parent_problem_id: 'Problem',
    duplicate_of: 'Duplicate of',
    dedup_key: 'Alert key',
    work_note: 'Resolution note',
  },
} as const

export const preview = {
  title: 'Preview',
  payload: 'Payload',
  payloadHint: 'Paste what the other system sends to preview the result. Nothing is created.',
  callMissing: 'This call could not be loaded. Choose it again under Last calls, or paste its payload.',
  sample: 'Sample alert payload',
  resolvingSample: 'Sample recovery payload',
  last: 'Last call',
  waiting: 'Paste a payload to preview the result.',
  statuses: {
    would_create: 'Creates an incident',
    would_resolve: 'Resolves an incident',
    filtered: 'Does nothing',
    rejected: 'Rejected',
  },
  failedFilter: (condition: string) => `Condition not met: ${condition}`,
  invalid: 'These rules have errors',
} as const

export const calls = {
  title: 'Last calls',
  count: (n: number) => count(n, 'call'),
  empty: 'No calls yet. Paste the address into the other system, or try the example with curl.',
  outcome: 'Result',
  payload: 'Payload',
  hide: 'Hide payload',
  show: 'Show payload',
  tryOut: 'Try in mapping',
  outcomes: callOutcomes,
  reasons: {
    duplicate: 'The same alert has an open incident.',
    filtered: 'A condition did not match.',
    ignored: 'No open incident has this alert key.',
    confirming: 'The subscription is being confirmed.',
    confirmed: 'The subscription is confirmed.',
  } as Record<string, string>,
} as const
