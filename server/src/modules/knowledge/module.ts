import type { Module } from '../../module.ts'
import { mountKnowledge } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountKnowledge(api),
})
