import type { Module } from '../../module.ts'
import { mountStatistics } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountStatistics(api),
})
