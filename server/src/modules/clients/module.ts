import type { Module } from '../../module.ts'
import { mountClients } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountClients(api),
})
