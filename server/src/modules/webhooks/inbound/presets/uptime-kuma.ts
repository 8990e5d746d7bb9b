import type { Preset } from './preset.ts'

const monitor = {
  id: 29,
  name: 'Customer portal',
  description: null,
  pathName: 'Public / Customer portal',
  parent: 3,
  childrenIDs: [],
  url: 'https://portal.example.com/health',
  method: 'GET',
  hostname: null,
  port: null,
  maxretries: 2,
  weight: 2000,
  active: true,
  type: 'http',
  timeout: 48,
  interval: 60,
  retryInterval: 60,
  resendInterval: 0,
  keyword: null,
  accepted_statuscodes: ['200-299'],
  notificationIDList: { '2': true },
  tags: [{ tag_id: 4, monitor_id: 29, value: 'production', name: 'env', color: '#059669' }],
  maintenance: false,
}

const heartbeat = {
  monitorID: 29,
  status: 0,
  time: '2026-03-02 08:14:37.527',
  msg: 'Request failed with status code 503',
  important: true,
  duration: 60,
  timezone: 'Europe/Berlin',
  timezoneOffset: '+01:00',
  localDateTime: '2026-03-02 09:14:37',
}

export const uptimeKuma: Preset = {
  name: 'uptime_kuma',
  title: 'Uptime Kuma',
  description:
    'Add a notification of the kind Webhook with the url of this webhook and the request body ' +
    'application/json, and switch it on for the monitors. ' +
    'Uptime Kuma cannot sign, so create the webhook without a secret.',
  field_mapping: {
    short_description: '{{ monitor.name }} is down: {{ heartbeat.msg | default: "no answer" }}',
    description:
      '{{ msg }}\n\nMonitor: {{ monitor.pathName | default: "-" }}\nAddress: {{ monitor.url }}{{ monitor.hostname }}\n' +
      'Since: {{ heartbeat.localDateTime }} {{ heartbeat.timezone }}',
    priority: 'P2',
    category: 'monitoring',
    subcategory: '{{ monitor.type }}',
    dedup_key: 'monitor {{ monitor.id }}',
  },
  // 2 is pending and 3 is maintenance; a test message has no heartbeat.
  filters: [
    { field: 'monitor.id', operator: 'exists' },
    { field: 'heartbeat.status', operator: 'in', value: [0, 1] },
  ],
  resolve_when: [{ field: 'heartbeat.status', operator: 'eq', value: 1 }],
  sample: { heartbeat, monitor, msg: '[Customer portal] [🔴 Down] Request failed with status code 503' },
  resolving_sample: {
    heartbeat: { ...heartbeat, status: 1, time: '2026-03-02 08:22:40.101', msg: '200 - OK', ping: 84 },
    monitor,
    msg: '[Customer portal] [✅ Up] 200 - OK',
  },
}
