import type { Preset } from './preset.ts'

export const pagerduty: Preset = {
  name: 'pagerduty',
  title: 'PagerDuty Events API v2',
  description:
    'For tools that send events to PagerDuty and let you change the address: use the url of this webhook ' +
    'instead of https://events.pagerduty.com/v2/enqueue, with any routing key. ' +
    'Such events are not signed, so create the webhook without a secret.',
  // The event has a field `payload` of its own, hence the $.
  field_mapping: {
    short_description: '{{ $.payload.summary }}',
    description:
      'Source: {{ $.payload.source }}\nComponent: {{ $.payload.component | default: "-" }}\n' +
      'Class: {{ $.payload.class | default: "-" }}\nClient: {{ client | default: "-" }} {{ client_url }}\n' +
      'Link: {{ links[0].href | default: "-" }}\n\n{{ $.payload.custom_details }}',
    priority: '{{ $.payload.severity | map: "critical=P1,error=P2,warning=P3,info=P4" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ $.payload.class }}',
    dedup_key: '{{ dedup_key }}',
  },
  filters: [{ field: 'event_action', operator: 'in', value: ['trigger', 'resolve'] }],
  resolve_when: [{ field: 'event_action', operator: 'eq', value: 'resolve' }],
  sample: {
    routing_key: '93d6c9ba1c2f4f0ad0d2b1c39c1f0a3e',
    event_action: 'trigger',
    dedup_key: 'payments/replication-lag/db-2',
    client: 'Sample Monitoring',
    client_url: 'https://monitoring.example.com',
    payload: {
      summary: 'Replication of payments is 94 seconds behind on db-2',
      timestamp: '2026-03-02T08:51:44.000+0000',
      source: 'db-2.example.com',
      severity: 'critical',
      component: 'postgresql',
      group: 'payments',
      class: 'replication lag',
      custom_details: { lag_seconds: 94, threshold_seconds: 30, primary: 'db-1.example.com' },
    },
    links: [{ href: 'https://monitoring.example.com/d/payments', text: 'Replication' }],
    images: [],
  },
  resolving_sample: {
    routing_key: '93d6c9ba1c2f4f0ad0d2b1c39c1f0a3e',
    event_action: 'resolve',
    dedup_key: 'payments/replication-lag/db-2',
  },
}
