import type { Module } from '../../module.ts'
import { mountImports } from './routes.ts'

export const open = (): Module => ({ routes: ({ api }) => mountImports(api) })
