import type { Module } from '../../../module.ts'
import { mountVersions } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountVersions(api),
})
