import type { Module } from '../../module.ts'
import { mountCatalog } from './catalog/routes.ts'
import { mountRequests } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => {
    mountRequests(api)
    mountCatalog(api)
  },
})
