import type { Module } from '../../module.ts'
import { mountSla } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountSla(api),
})
