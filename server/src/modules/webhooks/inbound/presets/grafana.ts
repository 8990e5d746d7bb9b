import type { Preset } from './preset.ts'

const alert = {
  status: 'firing',
  labels: {
    alertname: 'High memory usage',
    grafana_folder: 'Production',
    severity: 'warning',
    team: 'Platform',
    zone: 'eu-1',
  },
  annotations: {
    summary: 'Memory of the API nodes in eu-1 is above 90%',
    description: 'The API nodes have used more than 90% of their memory for 10 minutes.',
    runbook_url: 'https://runbooks.example.com/high-memory',
  },
  startsAt: '2026-03-02T09:51:03.157076+01:00',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://grafana.example.com/alerting/grafana/1afz29v7z/view?orgId=1',
  fingerprint: 'c6eadffa33fcdf37',
  silenceURL: 'https://grafana.example.com/alerting/silence/new?alertmanager=grafana&matcher=zone%3Deu-1',
  dashboardURL: 'https://grafana.example.com/d/api-nodes?orgId=1',
  panelURL: 'https://grafana.example.com/d/api-nodes?orgId=1&viewPanel=4',
  values: { B: 92.4, C: 1 },
  valueString: "[ var='B' labels={zone=eu-1} value=92.4 ], [ var='C' labels={zone=eu-1} value=1 ]",
}

const sample = {
  receiver: 'Mainstay',
  status: 'firing',
  alerts: [alert],
  groupLabels: { alertname: 'High memory usage', grafana_folder: 'Production' },
  commonLabels: alert.labels,
  commonAnnotations: alert.annotations,
  externalURL: 'https://grafana.example.com/',
  version: '1',
  groupKey: '{}:{alertname="High memory usage", grafana_folder="Production"}',
  truncatedAlerts: 0,
  orgId: 1,
  title: '[FIRING:1] High memory usage Production (warning Platform eu-1)',
  state: 'alerting',
  message: '**Firing**\n\nValue: B=92.4, C=1\nLabels:\n - alertname = High memory usage\n - zone = eu-1\n',
}

export const grafana: Preset = {
  name: 'grafana',
  title: 'Grafana Alerting',
  description:
    'Add a contact point of the kind Webhook with the url of this webhook, and leave resolved messages on. ' +
    'Set Max Alerts to 100, because more than 256 KiB are refused. One group of alerts is one incident, with the ' +
    'priority of its first alert: group by severity, too. ' +
    'Where Grafana can sign (HMAC Signature), give it the secret, the header X-Service-Signature and no ' +
    'timestamp header; else create the webhook without a secret.',
  field_mapping: {
    short_description:
      '{{ alerts[0].labels.alertname | default: "Alert" }}: {{ alerts[0].annotations.summary | default: "firing" }}',
    description:
      '{{ alerts[0].annotations.description }}\n\n{{ message }}\n\nRunbook: ' +
      '{{ alerts[0].annotations.runbook_url | default: "-" }}\nRule: {{ alerts[0].generatorURL }}\n' +
      'Dashboard: {{ alerts[0].dashboardURL | default: "-" }}',
    priority:
      '{{ alerts[0].labels.severity | lower | map: "critical=P1,page=P1,error=P2,high=P2,warning=P3,info=P4" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ alerts[0].labels.grafana_folder }}',
    assignment_group: '{{ alerts[0].labels.team }}',
    dedup_key: '{{ groupKey }}',
  },
  filters: [
    { field: 'orgId', operator: 'exists' },
    { field: 'groupKey', operator: 'exists' },
    { field: 'status', operator: 'in', value: ['firing', 'resolved'] },
  ],
  resolve_when: [{ field: 'status', operator: 'eq', value: 'resolved' }],
  sample,
  resolving_sample: {
    ...sample,
    status: 'resolved',
    alerts: [{ ...alert, status: 'resolved', endsAt: '2026-03-02T10:20:00+01:00' }],
    title: '[RESOLVED] High memory usage Production (warning Platform eu-1)',
    state: 'ok',
    message:
      '**Resolved**\n\nValue: B=61.2, C=0\nLabels:\n - alertname = High memory usage\n - zone = eu-1\n',
  },
}
