import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import { hour, minute } from '../../../kernel/durations.ts'
import { allowedTransitions, states } from '../../incidents/transitions.ts'
import { isSurplusCall } from './store.ts'

/** Deletes all but the last calls of each webhook, all calls of a deleted one, and expired claims. */
export const tidyInbound = cleaner('tidy-inbound', minute, () => [
  { table: 'inbound_events', where: isSurplusCall },
  { table: 'claims', where: sql`expires_at < now()` },
])

const finalStates = states.filter((state) => allowedTransitions(state).length === 0)

/** Deletes the claims of alerts whose incident can never be open again. It reads all of them, so it runs seldom. */
export const forgetEndedAlerts = cleaner('forget-ended-alerts', hour, () => [
  {
    table: 'claims',
    where: sql`expires_at is null and not exists (
      select from incidents where id = subject_id and deleted_at is null and state <> all(${finalStates}::text[]))`,
  },
])
