import type { Preset } from './preset.ts'

/** A request to create an alert has the fields at its top; a call of Opsgenie's webhook has them under `alert`. */
const either = (field: string, filters = '') => `{{ ${field}${filters} }}{{ alert.${field}${filters} }}`

export const opsgenie: Preset = {
  name: 'opsgenie',
  title: 'Opsgenie alerts',
  description:
    'For tools that create Opsgenie alerts and let you change the address, or as the url of an Opsgenie ' +
    'Webhook integration for created and closed alerts. Alerts are resolved by their alias. ' +
    'Neither is signed, so create the webhook without a secret.',
  field_mapping: {
    short_description: either('message'),
    description:
      `${either('description')}\n\nEntity: ${either('entity')}\nSource: {{ alert.source | default: "-" }}\n` +
      `Tags: ${either('tags', ' | join: ", "')}\nDetails: ${either('details')}`,
    priority: either('priority', ' | map: "P1=P1,P2=P2,P3=P3,P4=P4,P5=P4"'),
    category: 'monitoring',
    subcategory: either('entity'),
    assignment_group: either('responders[0].name'),
    dedup_key: either('alias'),
  },
  filters: [{ field: 'action', operator: 'in', value: ['Create', 'Close', null] }],
  resolve_when: [{ field: 'action', operator: 'eq', value: 'Close' }],
  sample: {
    message: 'The queue of outgoing mail does not shrink',
    alias: 'mail/queue/mx-1',
    description: 'There have been more than 5,000 messages in the queue of mx-1 for 20 minutes.',
    responders: [{ name: 'Messaging', type: 'team' }],
    visibleTo: [{ name: 'Service Desk', type: 'team' }],
    actions: ['Restart', 'Show queue'],
    tags: ['mail', 'production'],
    details: { queued: '5312', oldest: '41m' },
    entity: 'mx-1',
    source: 'mail-checker',
    priority: 'P2',
  },
  resolving_sample: {
    action: 'Close',
    alert: {
      alertId: '052652ac-5d1c-464a-812a-7dd18bbfba8c-1772442904000',
      alias: 'mail/queue/mx-1',
      message: 'The queue of outgoing mail does not shrink',
      tags: ['mail', 'production'],
      tinyId: '23',
      entity: 'mx-1',
      source: 'mail-checker',
      username: 'ada.marsh@example.com',
      userId: 'daed1180-0ce8-438b-8f8e-57e1a5920a2d',
      createdAt: 1772442904000,
      updatedAt: 1772445113000000000, // nanoseconds, more than a number can count exactly
      priority: 'P2',
    },
    source: { name: 'web', type: 'web' },
    integrationId: '37c8f316-17c6-49d7-899b-9c7e540c048d',
    integrationName: 'Mainstay',
    integrationType: 'Webhook',
  },
}
