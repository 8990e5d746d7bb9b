import type { Preset } from './preset.ts'

const subscription = '/subscriptions/8f0e4c2a-5f0b-4d8e-9a55-0a4b1c6d7e21'
const machine = `${subscription}/resourcegroups/web/providers/microsoft.compute/virtualmachines/web-7`

const essentials = {
  alertId: `${subscription}/providers/Microsoft.AlertsManagement/alerts/b9569717-bc32-442f-add5-83a997729330`,
  alertRule: 'CPU of the web servers',
  severity: 'Sev1',
  signalType: 'Metric',
  monitorCondition: 'Fired',
  monitoringService: 'Platform',
  alertTargetIDs: [machine],
  configurationItems: ['web-7'],
  originAlertId: '8f0e4c2a_web_microsoft.insights_metricAlerts_CPU of the web servers_-117781227',
  firedDateTime: '2026-03-02T08:14:37.3713213Z',
  description: 'The processors have been busy for ten minutes.',
  essentialsVersion: '1.0',
  alertContextVersion: '1.0',
}

const alertContext = {
  properties: null,
  conditionType: 'SingleResourceMultipleMetricCriteria',
  condition: {
    windowSize: 'PT10M',
    allOf: [
      {
        metricName: 'Percentage CPU',
        metricNamespace: 'Microsoft.Compute/virtualMachines',
        operator: 'GreaterThan',
        threshold: '90',
        timeAggregation: 'Average',
        dimensions: [],
        metricValue: 97.4,
      },
    ],
  },
}

const sample = { schemaId: 'azureMonitorCommonAlertSchema', data: { essentials, alertContext } }

export const azureMonitor: Preset = {
  name: 'azure_monitor',
  title: 'Azure Monitor',
  description:
    'Add an action of the kind Webhook with the url of this webhook to an action group, and switch on the common ' +
    'alert schema. Leave "Automatically resolve alerts" of the rules on. ' +
    'Azure Monitor cannot sign, so create the webhook without a secret.',
  field_mapping: {
    short_description:
      '{{ data.essentials.alertRule }}: {{ data.essentials.configurationItems | join: ", " | default: "fired" }}',
    description:
      '{{ data.essentials.description }}\n\nSeverity: {{ data.essentials.severity }}\nSignal: {{ data.essentials.signalType }} ' +
      'of {{ data.essentials.monitoringService }}\nSince: {{ data.essentials.firedDateTime }}\n' +
      'Target: {{ data.essentials.alertTargetIDs | join: ", " }}\nCondition: {{ data.alertContext.condition.allOf }}\n' +
      'Alert: {{ data.essentials.alertId }}',
    priority:
      '{{ data.essentials.severity | map: "Sev0=P1,Sev1=P2,Sev2=P3,Sev3=P4,Sev4=P4" | default: "P3" }}',
    category: 'monitoring',
    subcategory: '{{ data.essentials.monitoringService }}',
    dedup_key: '{{ data.essentials.alertId }}',
  },
  filters: [
    { field: 'schemaId', operator: 'eq', value: 'azureMonitorCommonAlertSchema' },
    { field: 'data.essentials.monitorCondition', operator: 'in', value: ['Fired', 'Resolved'] },
  ],
  resolve_when: [{ field: 'data.essentials.monitorCondition', operator: 'eq', value: 'Resolved' }],
  sample,
  resolving_sample: {
    ...sample,
    data: {
      essentials: {
        ...essentials,
        monitorCondition: 'Resolved',
        resolvedDateTime: '2026-03-02T08:41:16.2246313Z',
      },
      alertContext,
    },
  },
}
