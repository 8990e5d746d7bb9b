/** One record of each kind, so that existing ones can be requested from the beginning. */
const records: Record<string, unknown> = {
  incidents: { short_description: 'VPN is down' },
  changes: { short_description: 'Replace the firewall' },
  'cmdb/cis': { name: 'db-01', class: 'server', attributes: { rack: 7 } },
  'catalog/items': {
    name: 'Laptop',
    fields: { type: 'object', properties: { size: { type: 'integer' }, constructor: { type: 'string' } } },
  },
  requests: { short_description: 'A laptop' },
  'knowledge/articles': { title: 'Connect to the VPN', body: '# Steps\n1. Open it.' },
  'sla/calendars': { name: 'Office', time_zone: 'Europe/Berlin', hours: { mon: [['09:00', '17:00']] } },
  'webhooks/inbound': {
    name: 'Alerts',
    action: 'create_incident',
    field_mapping: {
      short_description: '{{ title | default: "none" | upper }}',
      description: '{{ payload | json }}',
    },
  },
  'webhooks/outbound': { name: 'Sink', url: 'https://127.0.0.1:9443/', events: ['incident.created'] },
  'profile/api-keys': { name: 'key' },
  users: { email: 'person@example.com', name: 'Person', roles: ['viewer'] },
}

export const firstRecords = Object.entries(records).map(([path, record]) => ({
  path,
  body: Buffer.from(JSON.stringify(record)),
}))
