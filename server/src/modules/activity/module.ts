import type { Module } from '../../module.ts'
import { mountActivity } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountActivity(api),
})
