import { accounts } from './words/accounts.ts'
import { administration } from './words/administration.ts'
import { approvals } from './words/approvals.ts'
import { changes } from './words/changes.ts'
import { cmdb } from './words/cmdb.ts'
import { copilot } from './words/copilot.ts'
import { firstRun } from './words/first-run.ts'
import { incidents } from './words/incidents.ts'
import { knowledge } from './words/knowledge.ts'
import { offline } from './words/offline.ts'
import { problems } from './words/problems.ts'
import { lists } from './words/lists.ts'
import { myWork } from './words/my-work.ts'
import { palette } from './words/palette.ts'
import { profile } from './words/profile.ts'
import { records } from './words/records.ts'
import { reports } from './words/reports.ts'
import { twoFactor } from './words/two-factor.ts'
import { catalog, requests } from './words/requests.ts'
import { nav, shell } from './words/shell.ts'
import { webhooks } from './words/webhooks.ts'

/** Every English word of the console, a file for each area, so that another language is another folder. */
export const words = {
  ...shell,
  nav,
  records,
  lists,
  copilot,
  palette,
  myWork,
  reports,
  incidents,
  changes,
  requests,
  catalog,
  approvals,
  cmdb,
  knowledge,
  webhooks,
  accounts,
  profile,
  administration,
  twoFactor,
  offline,
  problems,
  firstRun,
} as const
