import type { Module } from '../../module.ts'
import { mountPeople } from './people-routes.ts'
import type { PreparePassword } from './prepare-password.ts'
import { mountUsers } from './routes.ts'

export const open = (preparePassword: PreparePassword): Module => ({
  routes: ({ api, openList }) => {
    mountUsers(api, openList, preparePassword)
    mountPeople(api)
  },
})
