import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { checkFilters, compileFilters, type Filter } from '../mapping/filters.ts'
import { compileTemplate, render } from '../mapping/template.ts'
import { presets } from './presets.ts'
import { subscriptionConfirmation } from '../../../../test/sns.ts'

const words = (text: string) => text.trim().split(/\s+/)
const names = Object.keys(presets)
const targets = new Set(
  words(`short_description description priority category subcategory impact urgency
    assignment_group assigned_to ci_id dedup_key`),
)

const write = (template: string | undefined, payload: unknown) =>
  render(compileTemplate(template ?? ''), payload)
const mapped = (name: string, payload: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(presets[name]!.field_mapping).map(([field, template]) => [
      field,
      write(template, payload),
    ]),
  )
const holds = (filters: Filter[], payload: unknown) => compileFilters(filters)(payload) === undefined

/** Other calls that the tool sends, neither an alert nor a recovery. */
const otherCalls: Record<string, unknown[]> = {
  alertmanager: [{ status: 'firing', alerts: [] }, {}],
  grafana: [presets.alertmanager!.sample, { title: 'test', state: 'alerting', ruleId: 1 }],
  datadog: [{ alert_title: 'Deployment', alert_transition: 'null', alert_cycle_key: '1' }, {}],
  sentry: [
    { action: 'assigned', data: { issue: { id: '1170820242' } } },
    {
      action: 'resolved',
      data: { metric_alert: { id: '5' }, description_title: 'Resolved: Too many errors' },
    },
    { action: 'created', data: { comment: 'hello' } },
  ],
  cloudwatch: [
    subscriptionConfirmation,
    { Type: 'Notification', Message: '{"NewStateValue":"INSUFFICIENT_DATA","AlarmName":"a"}' },
    { Type: 'Notification', Message: 'A text for people' },
  ],
  zabbix: [
    { event_source: '0', event_value: '1', event_update_status: '1', event_id: '1' },
    { event_source: '1', event_value: '0', event_update_status: '0', event_id: '1' },
  ],
  pagerduty: [{ event_action: 'acknowledge', dedup_key: 'a' }, { payload: { summary: 'A change' } }],
  opsgenie: [{ action: 'Acknowledge', alert: { alias: 'mail/queue/mx-1', message: 'The queue' } }],
  uptime_kuma: [
    { heartbeat: null, monitor: null, msg: 'Uptime Kuma Testing' },
    { heartbeat: { status: 2, monitorID: 29 }, monitor: { id: 29 }, msg: 'pending' },
    { heartbeat: { status: 3, monitorID: 29 }, monitor: { id: 29 }, msg: 'maintenance' },
  ],
  github: [
    { zen: 'Keep it logically awesome.', hook_id: 1, hook: {} },
    { action: 'requested', workflow_run: { conclusion: null, event: 'push' } },
    { action: 'completed', workflow_run: { conclusion: 'cancelled', event: 'push' } },
    { action: 'completed', workflow_run: { conclusion: 'failure', event: 'pull_request' } },
  ],
  azure_monitor: [
    { schemaId: 'AzureMonitorMetricAlert', data: { status: 'Activated' } },
    { schemaId: 'Microsoft.Insights/activityLogs', data: { status: 'Activated' } },
  ],
  google_cloud: [{ version: 'test', incident: { incident_id: '12345', state: 'OPEN' } }, {}],
}

const expected: Record<string, Record<string, string>> = {
  alertmanager: {
    short_description: 'HostOutOfDiskSpace: Disk of db-3.example.com is almost full',
    priority: 'P1',
    assignment_group: 'Database Operations',
    subcategory: 'node',
    dedup_key: '{}/{severity="critical"}:{alertname="HostOutOfDiskSpace", instance="db-3.example.com:9100"}',
  },
  grafana: {
    short_description: 'High memory usage: Memory of the API nodes in eu-1 is above 90%',
    priority: 'P3',
    assignment_group: 'Platform',
    dedup_key: '{}:{alertname="High memory usage", grafana_folder="Production"}',
  },
  datadog: {
    short_description: 'CPU load is very high on host:web-7',
    priority: 'P2',
    subcategory: 'system.load.1',
    dedup_key: '11397482015647392011',
  },
  sentry: {
    short_description: 'TypeError: Cannot read properties of undefined (reading "total")',
    priority: 'P2',
    category: 'application',
    subcategory: 'javascript',
    dedup_key: '1170820242',
  },
  cloudwatch: {
    short_description: 'orders-queue-too-old: The oldest order has waited more than five minutes.',
    priority: 'P2',
    subcategory: 'AWS/SQS',
    dedup_key: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:orders-queue-too-old',
  },
  zabbix: {
    short_description: 'app-2.example.com: High CPU utilization (over 90% for 5m)',
    priority: 'P2',
    subcategory: 'performance',
    dedup_key: '1048213',
  },
  pagerduty: {
    short_description: 'Replication of payments is 94 seconds behind on db-2',
    priority: 'P1',
    subcategory: 'replication lag',
    dedup_key: 'payments/replication-lag/db-2',
  },
  opsgenie: {
    short_description: 'The queue of outgoing mail does not shrink',
    priority: 'P2',
    subcategory: 'mx-1',
    assignment_group: 'Messaging',
    dedup_key: 'mail/queue/mx-1',
  },
  uptime_kuma: {
    short_description: 'Customer portal is down: Request failed with status code 503',
    priority: 'P2',
    subcategory: 'http',
    dedup_key: 'monitor 29',
  },
  github: {
    short_description: 'Deploy failed on main of example-org/shop',
    priority: 'P3',
    category: 'delivery',
    dedup_key: 'example-org/shop/88412907/main',
  },
  azure_monitor: {
    short_description: 'CPU of the web servers: web-7',
    priority: 'P2',
    subcategory: 'Platform',
    dedup_key:
      '/subscriptions/8f0e4c2a-5f0b-4d8e-9a55-0a4b1c6d7e21/providers/Microsoft.AlertsManagement/alerts/b9569717-bc32-442f-add5-83a997729330',
  },
  google_cloud: {
    short_description:
      'CPU of the web servers: CPU utilization for shop-production web-7 is above the threshold of 0.9 with a value of 0.974.',
    priority: 'P1',
    subcategory: 'VM Instance',
    assignment_group: 'Web',
    dedup_key: '0.opqiw61fsv7p',
  },
}

test('each preset is documented, and has an expected incident and other calls here', () => {
  const page = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted())
  expect(names.filter((name) => !page.includes(`\`${name}\``) || !otherCalls[name])).toEqual([])
})

describe.each(names)('the preset %s', (name) => {
  const preset = presets[name]!

  test('has its name and can be created as it is', () => {
    expect(preset.name).toBe(name)
    expect(Object.keys(preset.field_mapping).filter((field) => !targets.has(field))).toEqual([])
    checkFilters(preset.filters)
    checkFilters(preset.resolve_when, 'resolve_when')
    expect(preset.filters.length).toBeGreaterThan(0)
    expect(preset.resolve_when.length).toBeGreaterThan(0)
    expect(preset.description).toContain('secret')
  })

  test('creates a complete incident from its sample', () => {
    const incident = mapped(name, preset.sample)
    expect(incident).toMatchObject(expected[name]!)
    expect(Object.entries(incident).filter(([, text]) => text.trim() === '')).toEqual([])
    expect(incident.short_description).toMatch(/^.{1,255}$/)
    expect(incident.description!.length).toBeGreaterThan(40)
    expect(['P1', 'P2', 'P3', 'P4']).toContain(incident.priority)
    expect(incident.description).not.toContain('{{')
  })

  test('accepts an alert and its recovery, and distinguishes them', () => {
    expect(holds(preset.filters, preset.sample)).toBe(true)
    expect(holds(preset.resolve_when, preset.sample)).toBe(false)
    expect(holds(preset.filters, preset.resolving_sample)).toBe(true)
    expect(holds(preset.resolve_when, preset.resolving_sample)).toBe(true)
  })

  test('finds the incident of a recovery', () => {
    const { dedup_key } = preset.field_mapping
    expect(write(dedup_key, preset.resolving_sample)).toBe(write(dedup_key, preset.sample))
  })

  test.each((otherCalls[name] ?? []).map((call) => [call]))('ignores other calls: %j', (call) => {
    expect(holds(preset.filters, call)).toBe(false)
  })

  test('has valid JSON samples', () => {
    for (const sample of [preset.sample, preset.resolving_sample])
      expect(JSON.parse(JSON.stringify(sample))).toEqual(sample)
  })
})

describe('a preset reads', () => {
  test('the severity of an alert, and maps an unknown one to P3', () => {
    const priorities = (name: string, payloads: unknown[]) =>
      payloads.map((payload) => write(presets[name]!.field_mapping.priority, payload))
    const labelled = (severity?: string) => ({ alerts: [{ labels: { severity } }] })
    const levels = [labelled('critical'), labelled('Warning'), labelled('info'), labelled('odd'), labelled()]
    expect(priorities('alertmanager', levels)).toEqual(['P1', 'P3', 'P4', 'P3', 'P3'])
    expect(priorities('grafana', levels)).toEqual(['P1', 'P3', 'P4', 'P3', 'P3'])
    const severities = ['5', '4', '3', '2', '1', '0', ''].map((event_nseverity) => ({ event_nseverity }))
    expect(priorities('zabbix', severities)).toEqual(['P1', 'P2', 'P3', 'P3', 'P4', 'P4', 'P3'])
    const fifths = ['P1', 'P4', 'P5', 'null'].map((alert_priority) => ({ alert_priority }))
    expect(priorities('datadog', fifths)).toEqual(['P1', 'P4', 'P4', 'P3'])
  })

  test('an alert from Opsgenie itself', () => {
    const { filters, resolve_when } = presets.opsgenie!
    const created = {
      action: 'Create',
      alert: {
        alias: 'a1',
        message: 'Disk full',
        priority: 'P5',
        description: 'On db-1',
        tags: ['db'],
        responders: [{ id: 't-1', type: 'team', name: 'Messaging' }],
      },
    }
    expect(mapped('opsgenie', created)).toMatchObject({
      short_description: 'Disk full',
      priority: 'P4',
      assignment_group: 'Messaging',
      dedup_key: 'a1',
    })
    expect(holds(filters, created)).toBe(true)
    expect(holds(resolve_when, created)).toBe(false)
  })

  test('the variables of Datadog under their mapped names', () => {
    const { setup, sample } = presets.datadog!
    expect(Object.keys(JSON.parse(setup!) as object)).toEqual(Object.keys(sample as object))
  })

  test('the parameters of Zabbix as its script sends them', () => {
    const { setup, sample } = presets.zabbix!
    const posts: [url: string, body: unknown][] = []
    class HttpRequest {
      addHeader() {}
      getStatus = () => 201
      post = (url: string, body: string) => posts.push([url, JSON.parse(body)])
    }
    const value = JSON.stringify({ url: 'https://mainstay.example.com/in', ...(sample as object) })
    expect(runInNewContext(`(function () { ${setup} })()`, { value, HttpRequest })).toBe('OK')
    expect(posts).toEqual([['https://mainstay.example.com/in', sample]])
    expect(Object.keys(sample as object).filter((name) => !setup!.includes(`${name} {`))).toEqual([])
  })
})
