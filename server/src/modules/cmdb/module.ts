import type { Module } from '../../module.ts'
import { mountBulkCis } from './bulk.ts'
import { mountCmdb } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => {
    mountCmdb(api)
    mountBulkCis(api)
  },
})
