import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

/** Waits until the audit log has the token that every test starts with: it is written a moment after it was issued. */
export const whenTokenIsAudited = (app: TestApp): Promise<boolean> =>
  eventually(
    async () => (await app.query(`select from audit_entries where action = 'token_issued'`)).length > 0,
  )
