import type { Module } from '../../../module.ts'
import { mountVotes } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountVotes(api),
})
