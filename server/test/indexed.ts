import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Waits until everything that was written so far can be found by the AI layer. */
export const indexed = (app: TestApp) =>
  eventually(async () => (await app.query('select from index_queue limit 1')).length === 0)

/** Waits until everything that was written so far can also be found by its meaning. */
export async function encoded(app: TestApp) {
  await indexed(app)
  const due = `select from passages where model is null and (kind = 'article' or place = 0) limit 1`
  await eventually(async () => (await app.query(due)).length === 0)
}
