import { sql, type RawBuilder } from 'kysely'

const users = sql`
  select id, email, name, roles, groups, active and deleted_at is null as active, deleted_at from users`

/**
 * The provider does not say in which groups they are, nor when someone leaves. So nobody is active who had no role at the
 * last sign-in, or has not signed in for a year; a shorter time would miss approvers who come only when asked. Someone who
 * was deleted has only an ID.
 */
const outsidePeople = sql`
  select id, email, nullif(name, id), roles, '{}'::text[], roles <> '{}' and vouched_at > now() - interval '1 year', null::timestamptz
  from outside_people`

const clients = sql`
  select id, email, name, roles, '{}'::text[], active and deleted_at is null, deleted_at from clients`

/** They open incidents, but nobody reads what is sent to them. */
const inboundWebhooks = sql`
  select reference, null::text, name, '{}'::text[], '{}'::text[], false, deleted_at from inbound_webhooks`

/**
 * For `from`: the people of this service, and those of an external identity provider, who are stored when they sign in
 * here. An address may occur more than once.
 */
export const people = sql`(${users} union all ${outsidePeople})`

/** Everyone who acts: people, service accounts and inbound webhooks. */
export const accounts = sql`(
  ${users} union all ${outsidePeople} union all ${clients} union all ${inboundWebhooks})`

/** For `from`: active people, every address once, and with its groups if one of its accounts has any. */
export const activeAddresses = (condition: RawBuilder<unknown>) => sql`(
  select distinct on (lower(email)) email, name, groups from ${people} as people
  where active and ${condition} order by lower(email), groups desc)`
