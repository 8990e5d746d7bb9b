import type { Preset } from './preset.ts'

const alert = {
  status: 'firing',
  labels: {
    alertname: 'HostOutOfDiskSpace',
    instance: 'db-3.example.com:9100',
    job: 'node',
    mountpoint: '/var/lib/postgresql',
    severity: 'critical',
    team: 'Database Operations',
  },
  annotations: {
    summary: 'Disk of db-3.example.com is almost full',
    description: 'Less than 4% of /var/lib/postgresql is free on db-3.example.com.',
    runbook_url: 'https://runbooks.example.com/host-out-of-disk-space',
  },
  startsAt: '2026-03-02T08:14:37.418Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=node_filesystem_avail_bytes&g0.tab=1',
  fingerprint: '8f1c6a0d53be7a94',
}

const sample = {
  version: '4',
  groupKey: '{}/{severity="critical"}:{alertname="HostOutOfDiskSpace", instance="db-3.example.com:9100"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'mainstay',
  groupLabels: { alertname: 'HostOutOfDiskSpace', instance: 'db-3.example.com:9100' },
  commonLabels: alert.labels,
  commonAnnotations: alert.annotations,
  externalURL: 'https://alertmanager.example.com',
  alerts: [alert],
}

export const alertmanager: Preset = {
  name: 'alertmanager',
  title: 'Prometheus Alertmanager',
  description:
    'Add a receiver with a webhook_config whose url is that of this webhook, and leave send_resolved on. ' +
    'Set max_alerts: 100, because more than 256 KiB are refused. One group of alerts is one incident, with the ' +
    'priority of its first alert: add severity to group_by. Alertmanager cannot sign, so create the webhook ' +
    'without a secret.',
  field_mapping: {
    short_description:
      '{{ alerts[0].labels.alertname | default: "Alert" }}: {{ alerts[0].annotations.summary | default: "firing" }}',
    description:
      '{{ alerts[0].annotations.description }}\n\nAlerts: {{ alerts.length }}\nLabels: {{ commonLabels }}\n' +
      'Runbook: {{ alerts[0].annotations.runbook_url | default: "-" }}\nSource: {{ alerts[0].generatorURL }}',
    priority:
      '{{ alerts[0].labels.severity | lower | map: "critical=P1,page=P1,error=P2,high=P2,warning=P3,info=P4,none=P4" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ alerts[0].labels.job }}',
    assignment_group: '{{ alerts[0].labels.team }}',
    dedup_key: '{{ groupKey }}',
  },
  filters: [
    { field: 'groupKey', operator: 'exists' },
    { field: 'status', operator: 'in', value: ['firing', 'resolved'] },
  ],
  resolve_when: [{ field: 'status', operator: 'eq', value: 'resolved' }],
  sample,
  resolving_sample: {
    ...sample,
    status: 'resolved',
    alerts: [{ ...alert, status: 'resolved', endsAt: '2026-03-02T09:02:07.418Z' }],
  },
}
