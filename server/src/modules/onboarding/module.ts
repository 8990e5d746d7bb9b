import type { Module } from '../../module.ts'
import { mountOnboarding } from './routes.ts'

export const open = (): Module => ({ routes: ({ api }) => mountOnboarding(api) })
