import type { Preset } from './preset.ts'

const script = `// Parameters: url = the url of the webhook, and
//   event_id {EVENT.ID}               event_name {EVENT.NAME}          event_value {EVENT.VALUE}
//   event_source {EVENT.SOURCE}       event_update_status {EVENT.UPDATE.STATUS}
//   event_nseverity {EVENT.NSEVERITY} event_severity {EVENT.SEVERITY}  event_date {EVENT.DATE}
//   event_time {EVENT.TIME}           event_opdata {EVENT.OPDATA}      event_tags {EVENT.TAGSJSON}
//   trigger_id {TRIGGER.ID}           trigger_description {TRIGGER.DESCRIPTION}
//   host_name {HOST.NAME}             host_ip {HOST.IP}                message {ALERT.MESSAGE}
var event = JSON.parse(value);
var url = event.url;
delete event.url;
var request = new HttpRequest();
request.addHeader('Content-Type: application/json');
var answer = request.post(url, JSON.stringify(event));
if (request.getStatus() < 200 || request.getStatus() >= 300) {
  throw 'Mainstay answered ' + request.getStatus() + ': ' + answer;
}
return 'OK';
`

const sample = {
  event_id: '1048213',
  event_name: 'High CPU utilization (over 90% for 5m)',
  event_value: '1',
  event_source: '0',
  event_update_status: '0',
  event_nseverity: '4',
  event_severity: 'High',
  event_date: '2026.03.02',
  event_time: '08:14:37',
  event_opdata: 'Current utilization: 97.31 %',
  event_tags: '[{"tag":"scope","value":"performance"},{"tag":"component","value":"cpu"}]',
  trigger_id: '22391',
  trigger_description: 'CPU utilization is too high. The system might be slow to respond.',
  host_name: 'app-2.example.com',
  host_ip: '10.20.0.12',
  message: 'Problem started at 08:14:37 on 2026.03.02\r\nHost: app-2.example.com\r\nSeverity: High\r\n',
}

export const zabbix: Preset = {
  name: 'zabbix',
  title: 'Zabbix',
  description:
    'Add a media type of the kind Webhook with the text of `setup` as its script and the parameters named ' +
    'there, give it to a user, and notify that user in a trigger action of problems and of recoveries. ' +
    'The script does not sign, so create the webhook without a secret.',
  setup: script,
  field_mapping: {
    short_description: '{{ host_name }}: {{ event_name }}',
    description:
      '{{ trigger_description }}\n\n{{ message }}\n\nHost: {{ host_name }} {{ host_ip }}\n' +
      'Data: {{ event_opdata | default: "-" }}\nSeverity: {{ event_severity }}',
    priority: '{{ event_nseverity | map: "5=P1,4=P2,3=P3,2=P3,1=P4,0=P4" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ event_tags[0].value }}',
    dedup_key: '{{ event_id }}',
  },
  filters: [
    { field: 'event_source', operator: 'eq', value: 0 },
    { field: 'event_value', operator: 'in', value: [0, 1] },
    { field: 'event_update_status', operator: 'ne', value: 1 },
  ],
  resolve_when: [{ field: 'event_value', operator: 'eq', value: 0 }],
  sample,
  resolving_sample: {
    ...sample,
    event_value: '0',
    event_opdata: 'Current utilization: 21.07 %',
    message: 'Problem has been resolved at 08:40:02 on 2026.03.02\r\nProblem duration: 25m 25s\r\n',
  },
}
