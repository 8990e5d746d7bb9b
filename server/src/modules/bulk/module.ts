import type { Module } from '../../module.ts'
import { forgetBulkJobs } from './jobs.ts'
import { mountJobs } from './routes.ts'
import { runBulk, type BulkOperation, type IsStillAllowed } from './service.ts'

export const open = (operations: BulkOperation[], isStillAllowed: IsStillAllowed): Module => ({
  routes: ({ api }) => mountJobs(api),
  jobs: [runBulk(operations, isStillAllowed), forgetBulkJobs],
})
