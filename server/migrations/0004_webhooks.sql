-- Events on their way out, webhooks in both directions, and their deliveries.

-- What has been told but not yet passed on. A dispatcher moves rows from here to the log, one dispatcher at a time, so
-- the log's numbers are given in the order in which they become visible: who has read up to a number misses nothing.
create table outbox (
  seq bigint generated always as identity primary key,
  id text not null,
  type text not null,
  subject_id text not null,
  actor_id text not null,
  occurred_at timestamptz(3) not null,
  data jsonb not null,
  attempts integer not null default 0,
  run_at timestamptz(3) not null default now(),
  last_error text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Nobody listened before this migration: what waits in the old way has nobody to go to.
delete from jobs where type = 'dispatch-event';
-- squawk-ignore ban-drop-column
alter table events drop column xid;
-- squawk-ignore require-concurrent-index-creation
create index events_occurred on events (occurred_at);

-- Records that were deleted: their events are kept for audit alone, also those that were still on their way.
create table withdrawn (
  subject_id text primary key
);

-- Facts of other systems that belong to one record: a key is claimed in the statement that makes the record, so two
-- calls at once cannot both make one.
create table claims (
  key text collate "C" primary key,
  subject_id text not null,
  expires_at timestamptz(3)
);

create index claims_expiry on claims (expires_at) where expires_at is not null;

create table outbound_webhooks (
  id text collate "C" primary key,
  name text not null,
  url text not null,
  events text[] not null,
  filters jsonb not null,
  -- Values are sealed; the names alone are shown again.
  headers_sealed text,
  header_names text[] not null,
  sign_payloads boolean not null,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamptz(3),
  active boolean not null,
  timeout_seconds integer not null,
  owner_id text not null,
  owner_email text not null,
  -- Deliveries that failed for good since the owner was last told.
  unalerted_failures integer not null default 0,
  alerted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create index outbound_webhooks_created on outbound_webhooks (created_at, id) where deleted_at is null;

-- What is to be sent, and what became of it. A test carries its own data; all others have an event.
create table deliveries (
  id text collate "C" primary key,
  webhook_id text collate "C" not null,
  event_seq bigint,
  event_id text not null,
  event text not null,
  subject_id text not null,
  -- Not jsonb: it is shown as it was sent, to the byte.
  data json,
  replay_of text,
  status text not null default 'pending',
  attempts jsonb not null default '[]',
  -- Why it ended without another attempt, when the receiver had no part in it.
  halted text,
  latency_ms integer,
  created_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3),
  completed_at timestamptz(3)
) with (fillfactor = 80);

create unique index deliveries_once on deliveries (webhook_id, event_seq) where replay_of is null;
create index deliveries_list on deliveries (webhook_id, created_at, id);
create index deliveries_age on deliveries (created_at);

-- The deliveries that have not ended. Small and busy, apart from their record, which is large and quiet. A lease is no
-- part of an index, so claiming writes in place.
create table delivery_queue (
  delivery_id text collate "C" primary key,
  webhook_id text collate "C" not null,
  subject_id text not null,
  event_seq bigint not null,
  attempts integer not null default 0,
  run_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  fence bigint not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create index delivery_queue_due on delivery_queue (webhook_id, run_at, event_seq);

create table inbound_webhooks (
  id text collate "C" primary key,
  -- The id opens the door, so it is not shown in records; this names the webhook there.
  reference text not null,
  name text not null,
  description text,
  action text not null,
  preset text,
  field_mapping jsonb not null,
  filters jsonb not null,
  resolve_when jsonb not null,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamptz(3),
  active boolean not null,
  owner_id text not null,
  owner_email text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create index inbound_webhooks_created on inbound_webhooks (created_at, id) where deleted_at is null;

-- The last calls and what became of them.
create table inbound_events (
  id text collate "C" primary key,
  webhook_id text collate "C" not null,
  received_at timestamptz(3) not null default now(),
  status text not null,
  incident_id text,
  error jsonb,
  payload text not null
);

create index inbound_events_list on inbound_events (webhook_id, received_at, id);
