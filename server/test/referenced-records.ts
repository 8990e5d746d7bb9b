import type { TestApp } from './app.ts'
import { expectOk } from './incidents.ts'

/** A CI and a change with these numbers, which incidents can reference. */
export async function createReferencedRecords(
  app: TestApp,
  { ci, change }: { ci: number; change: number },
): Promise<void> {
  await app.query(`select setval('ci_numbers', ${ci}, false), setval('change_numbers', ${change}, false)`)
  expectOk(await app.call('POST', '/cmdb/cis', { body: { name: 'core-router-1' } }), 201)
  const body = { short_description: 'New firmware for the core router' }
  expectOk(await app.call('POST', '/changes', { body }), 201)
}
