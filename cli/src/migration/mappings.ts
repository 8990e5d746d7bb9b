import { glpi } from './glpi.ts'
import { jira } from './jira.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerduty } from './pagerduty.ts'
import type { Mapping } from './record.ts'
import { servicenow } from './servicenow.ts'
import { zammad } from './zammad.ts'

export const mappings: Record<string, Mapping> = { servicenow, jira, zammad, glpi, pagerduty, opsgenie }
