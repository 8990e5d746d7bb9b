import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Waits until the AI layer has indexed everything that was written. */
export const indexed = (app: TestApp) =>
  eventually(async () => (await app.query('select from index_queue limit 1')).length === 0)
