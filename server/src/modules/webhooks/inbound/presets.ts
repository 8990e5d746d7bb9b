import { alertmanager } from './presets/alertmanager.ts'
import { azureMonitor } from './presets/azure-monitor.ts'
import { cloudwatch } from './presets/cloudwatch.ts'
import { datadog } from './presets/datadog.ts'
import { github } from './presets/github.ts'
import { googleCloud } from './presets/google-cloud.ts'
import { grafana } from './presets/grafana.ts'
import { opsgenie } from './presets/opsgenie.ts'
import { pagerduty } from './presets/pagerduty.ts'
import type { Preset } from './presets/preset.ts'
import { sentry } from './presets/sentry.ts'
import { uptimeKuma } from './presets/uptime-kuma.ts'
import { zabbix } from './presets/zabbix.ts'

const all = [
  alertmanager,
  grafana,
  datadog,
  sentry,
  cloudwatch,
  zabbix,
  pagerduty,
  opsgenie,
  uptimeKuma,
  github,
  azureMonitor,
  googleCloud,
]

export const presets: Readonly<Record<string, Preset>> = Object.fromEntries(
  all.map((preset) => [preset.name, preset]),
)
