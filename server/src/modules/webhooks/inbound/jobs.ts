import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import { minute } from '../../../kernel/durations.ts'
import { isSurplusCall } from './store.ts'

/** Deletes all but the last calls of each webhook, all calls of a deleted one, and expired claims. */
export const tidyInbound = cleaner('tidy-inbound', minute, () => [
  { table: 'inbound_events', where: isSurplusCall },
  { table: 'claims', where: sql`expires_at < now()` },
])
