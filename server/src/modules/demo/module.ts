import type { Deps, Module } from '../../module.ts'
import { loadDemoData } from './jobs.ts'
import { mountDemo } from './routes.ts'
import { decideAtStart } from './service.ts'

export async function open({ makeCtx }: Deps, isFirst: boolean): Promise<Module> {
  if (isFirst) await decideAtStart(makeCtx())
  return {
    routes: ({ api }) => mountDemo(api),
    jobs: [loadDemoData],
  }
}
