import type { Module } from '../../module.ts'
import { mountChanges } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountChanges(api),
})
