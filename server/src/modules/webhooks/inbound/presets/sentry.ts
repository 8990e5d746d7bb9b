import type { Preset } from './preset.ts'

/** An issue alert brings an event; the change of an issue brings the issue. One of the two is always empty. */
const both = (inEvent: string, inIssue: string) => `{{ data.event.${inEvent} }}{{ data.issue.${inIssue} }}`

const actor = { id: 'sentry', name: 'Sentry', type: 'application' }
const installation = { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' }

export const sentry: Preset = {
  name: 'sentry',
  title: 'Sentry',
  description:
    'Add an internal integration with the url of this webhook, switch on Alert Rule Action and the issue ' +
    'webhooks, and choose it as the action of your issue alerts. Sentry signs in a header of its own, so ' +
    'create the webhook without a secret.',
  field_mapping: {
    short_description: both('title', 'title'),
    description:
      `Where: ${both('culprit', 'culprit')}\nEnvironment: {{ data.event.environment | default: "-" }}\n` +
      `Rule: {{ data.triggered_rule | default: "-" }}\nLink: ${both('web_url', 'web_url')}`,
    priority: `{{ data.event.level | map: "fatal=P1,error=P2,warning=P3,info=P4,debug=P4" | default: "P3" }}`,
    category: 'application',
    subcategory: '{{ data.event.platform }}{{ data.issue.platform }}',
    dedup_key: both('issue_id', 'id'),
  },
  filters: [
    { field: 'action', operator: 'in', value: ['triggered', 'resolved'] },
    { field: 'data.metric_alert', operator: 'exists', value: false },
  ],
  resolve_when: [
    { field: 'action', operator: 'eq', value: 'resolved' },
    { field: 'data.issue.id', operator: 'exists' },
  ],
  sample: {
    action: 'triggered',
    actor,
    installation,
    data: {
      event: {
        event_id: 'e4874d664c3540c1a32eab185f12c5ab',
        project: 4505281256090153,
        release: 'checkout@2.14.1',
        dist: null,
        platform: 'javascript',
        datetime: '2026-03-02T08:06:11.220000Z',
        timestamp: 1772438771.22,
        level: 'error',
        logger: '',
        title: 'TypeError: Cannot read properties of undefined (reading "total")',
        message: '',
        culprit: 'renderCart(src/cart/summary)',
        environment: 'production',
        location: 'src/cart/summary.tsx',
        metadata: {
          type: 'TypeError',
          value: 'Cannot read properties of undefined (reading "total")',
          filename: 'src/cart/summary.tsx',
          function: 'renderCart',
        },
        tags: [
          ['browser', 'Chrome 141.0.0'],
          ['environment', 'production'],
          ['level', 'error'],
        ],
        user: { ip_address: '203.0.113.44', id: '81723' },
        url: 'https://sentry.io/api/0/projects/example/checkout/events/e4874d664c3540c1a32eab185f12c5ab/',
        web_url: 'https://example.sentry.io/issues/1170820242/events/e4874d664c3540c1a32eab185f12c5ab/',
        issue_url: 'https://sentry.io/api/0/organizations/example/issues/1170820242/',
        issue_id: '1170820242',
      },
      triggered_rule: 'Errors in the checkout',
    },
  },
  resolving_sample: {
    action: 'resolved',
    actor: { id: 789, name: 'Ada Marsh', type: 'user' },
    installation,
    data: {
      resolution_type: 'now',
      issue: {
        id: '1170820242',
        shortId: 'CHECKOUT-24',
        url: 'https://sentry.io/api/0/organizations/example/issues/1170820242/',
        web_url: 'https://example.sentry.io/issues/1170820242/',
        project_url: 'https://example.sentry.io/issues/?project=4505281256090153',
        title: 'TypeError: Cannot read properties of undefined (reading "total")',
        culprit: 'renderCart(src/cart/summary)',
        permalink: 'https://example.sentry.io/issues/1170820242/',
        logger: null,
        level: 'error',
        status: 'resolved',
        statusDetails: {},
        substatus: null,
        platform: 'javascript',
        project: { id: '4505281256090153', name: 'checkout', slug: 'checkout', platform: 'javascript' },
        count: '41',
        userCount: 17,
        firstSeen: '2026-03-02T08:06:11.220000Z',
        lastSeen: '2026-03-02T08:44:50.001000Z',
      },
    },
  },
}
