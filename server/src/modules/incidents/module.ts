import type { Module } from '../../module.ts'
import { mountBulkIncidents } from './bulk.ts'
import { mountImport } from './import-routes.ts'
import {
  countIncidentDays,
  foldIncidentCounts,
  forgetEmptyTotals,
  notifyStakeholders,
  resolveDuplicates,
} from './jobs.ts'
import { mountIncidents } from './routes.ts'
import { watchSla } from './sla.ts'

export const open = (): Module => ({
  routes: ({ api }) => {
    mountIncidents(api)
    mountBulkIncidents(api)
    mountImport(api)
  },
  jobs: [
    watchSla,
    notifyStakeholders,
    resolveDuplicates,
    foldIncidentCounts,
    forgetEmptyTotals,
    countIncidentDays,
  ],
})
