import type { Module } from '../../module.ts'
import { mountApiKeys } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountApiKeys(api),
})
