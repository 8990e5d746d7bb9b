import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Waits until everything that was written so far can be found by the AI layer. */
export const indexed = (app: TestApp) =>
  eventually(async () => (await app.query('select from index_queue limit 1')).length === 0)
