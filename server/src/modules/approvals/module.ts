import type { Module } from '../../module.ts'
import { mountApprovals } from './routes.ts'
import { subscribers } from './subscribers.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountApprovals(api),
  subscribers,
})
