import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Waits until the audit log has the entry of the first token, which is written with a delay. */
export const whenTokenIsAudited = (app: TestApp): Promise<boolean> =>
  eventually(
    async () => (await app.query(`select from audit_entries where action = 'token_issued'`)).length > 0,
  )
