import type { Preset } from './preset.ts'

const incident = {
  incident_id: '0.opqiw61fsv7p',
  scoping_project_id: 'shop-production',
  scoping_project_number: 286919713412,
  url: 'https://console.cloud.google.com/monitoring/alerting/incidents/0.opqiw61fsv7p?project=shop-production',
  started_at: 1772439277,
  ended_at: null as number | null,
  state: 'open',
  severity: 'Critical',
  summary: 'CPU utilization for shop-production web-7 is above the threshold of 0.9 with a value of 0.974.',
  observed_value: '0.974',
  threshold_value: '0.9',
  resource: {
    type: 'gce_instance',
    labels: { instance_id: '11223344', project_id: 'shop-production', zone: 'europe-west3-a' },
  },
  resource_id: '11223344',
  resource_name: 'shop-production web-7',
  resource_display_name: 'web-7',
  resource_type_display_name: 'VM Instance',
  metric: {
    type: 'compute.googleapis.com/instance/cpu/utilization',
    displayName: 'CPU utilization',
    labels: { instance_name: 'web-7' },
  },
  metadata: { system_labels: {}, user_labels: {} },
  policy_name: 'CPU of the web servers',
  policy_user_labels: { team: 'Web' },
  documentation: { content: 'See the runbook before you restart it.', mime_type: 'text/markdown' },
  condition_name: 'VM Instance - CPU utilization',
}

export const googleCloud: Preset = {
  name: 'google_cloud',
  title: 'Google Cloud Monitoring',
  description:
    'Add a notification channel of the kind Webhooks with the url of this webhook to your alerting policies, and ' +
    'notify on incident closure. The user label team of a policy is the assignment group. ' +
    'Google Cloud cannot sign, so create the webhook without a secret.',
  field_mapping: {
    short_description:
      '{{ incident.policy_name | default: "Alert" }}: {{ incident.summary | default: "open" }}',
    description:
      '{{ incident.documentation.content }}\n\nCondition: {{ incident.condition_name }}\n' +
      'Value: {{ incident.observed_value | default: "-" }} (threshold {{ incident.threshold_value | default: "-" }})\n' +
      'Resource: {{ incident.resource_name | default: "-" }}\nProject: {{ incident.scoping_project_id }}\nLink: {{ incident.url }}',
    priority: '{{ incident.severity | lower | map: "critical=P1,error=P2,warning=P3" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ incident.resource_type_display_name }}',
    assignment_group: '{{ incident.policy_user_labels.team }}',
    dedup_key: '{{ incident.incident_id }}',
  },
  filters: [
    { field: 'incident.incident_id', operator: 'exists' },
    { field: 'incident.state', operator: 'in', value: ['open', 'closed'] },
  ],
  resolve_when: [{ field: 'incident.state', operator: 'eq', value: 'closed' }],
  sample: { version: '1.2', incident },
  resolving_sample: {
    version: '1.2',
    incident: {
      ...incident,
      state: 'closed',
      ended_at: 1772441071,
      summary: 'CPU utilization for shop-production web-7 returned to normal with a value of 0.41.',
    },
  },
}
