import type { Module } from '../../module.ts'
import type { NounName, ViewedNoun } from './model.ts'
import { mountViews } from './routes.ts'

export const open = (viewed: Record<NounName, ViewedNoun>): Module => ({
  routes: ({ api }) => mountViews(api, viewed),
})
