import type { Module } from '../../module.ts'
import { mountPeople } from './people-routes.ts'
import { mountUsers } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => {
    mountUsers(api)
    mountPeople(api)
  },
})
