import type { Preset } from './preset.ts'

/** Datadog sends what its user writes, with the variables filled in. */
const payload = {
  alert_id: '$ALERT_ID',
  alert_title: '$ALERT_TITLE',
  alert_transition: '$ALERT_TRANSITION',
  alert_cycle_key: '$ALERT_CYCLE_KEY',
  alert_priority: '$ALERT_PRIORITY',
  alert_type: '$ALERT_TYPE',
  alert_scope: '$ALERT_SCOPE',
  alert_metric: '$ALERT_METRIC',
  message: '$TEXT_ONLY_MSG',
  hostname: '$HOSTNAME',
  tags: '$TAGS',
  link: '$LINK',
  date: '$DATE',
}

const alarms = ['Triggered', 'Re-Triggered', 'No Data', 'Re-No Data', 'Warn', 'Re-Warn', 'Renotify']

const sample = {
  alert_id: '7061921',
  alert_title: 'CPU load is very high on host:web-7',
  alert_transition: 'Triggered',
  alert_cycle_key: '11397482015647392011',
  alert_priority: 'P2',
  alert_type: 'error',
  alert_scope: 'host:web-7,env:production',
  alert_metric: 'system.load.1',
  message: 'The load of web-7 has been above 12 for five minutes.\nSee the runbook before you restart it.',
  hostname: 'web-7',
  tags: 'env:production,host:web-7,monitor,team:web',
  link: 'https://app.datadoghq.eu/event/event?id=7461539052873155821',
  date: '1772442877000',
}

export const datadog: Preset = {
  name: 'datadog',
  title: 'Datadog',
  description:
    'Add a webhook in the Webhooks integration with the url of this webhook and the text of `setup` as its ' +
    'payload, not encoded as a form. Then mention @webhook-<name> in the monitors. ' +
    'Datadog cannot sign, so create the webhook without a secret.',
  setup: JSON.stringify(payload, null, 2),
  field_mapping: {
    short_description: '{{ alert_title }}',
    description:
      '{{ message }}\n\nHost: {{ hostname | default: "-" }}\nScope: {{ alert_scope }}\nMetric: ' +
      '{{ alert_metric | default: "-" }}\nTags: {{ tags | replace: ",", ", " }}\nLink: {{ link }}',
    priority: '{{ alert_priority | map: "P1=P1,P2=P2,P3=P3,P4=P4,P5=P4" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ alert_metric }}',
    dedup_key: '{{ alert_cycle_key }}',
  },
  filters: [
    { field: 'alert_cycle_key', operator: 'exists' },
    { field: 'alert_transition', operator: 'in', value: [...alarms, 'Recovered'] },
  ],
  resolve_when: [{ field: 'alert_transition', operator: 'eq', value: 'Recovered' }],
  sample,
  resolving_sample: {
    ...sample,
    alert_transition: 'Recovered',
    alert_type: 'success',
    date: '1772445010000',
  },
}
