import type { Module } from '../../../module.ts'
import { removeLooseAttachments } from '../attachments/jobs.ts'
import { mountAttachments } from '../attachments/routes.ts'
import { mountNotes } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => {
    mountNotes(api)
    mountAttachments(api)
  },
  jobs: [removeLooseAttachments],
})
