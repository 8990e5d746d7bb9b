import type { Module } from '../../module.ts'
import { mountDiagnostics } from './routes.ts'

export const open = (): Module => ({
  routes: ({ api }) => mountDiagnostics(api),
})
