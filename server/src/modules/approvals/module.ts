import type { Module } from '../../module.ts'
import { mountApprovals } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api, openList }) => mountApprovals(api, openList),
})
