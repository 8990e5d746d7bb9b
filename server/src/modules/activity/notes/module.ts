import type { Module } from '../../../module.ts'
import { mountRecordNotes } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountRecordNotes(api),
})
