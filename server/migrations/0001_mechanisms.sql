-- What every module stands on: instance facts, jobs, the outbox, idempotency.

create table instance (
  key text primary key,
  value text not null
);

-- Work to be done after a commit. A claim moves run_at to the end of its lease, so a job whose worker died
-- becomes due again by itself. Every claim raises the fence; a result under an older fence is refused.
create table jobs (
  id bigint generated always as identity primary key,
  type text not null,
  payload jsonb not null default '{}',
  unique_key text unique,
  run_at timestamptz(3) not null default now(),
  every_ms bigint,
  attempts integer not null default 0,
  fence bigint not null default 0,
  claimed_by text,
  last_error text,
  dead_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create index jobs_due on jobs (type, run_at) where dead_at is null;

-- The outbox and the event log in one. xid tells which rows are certain to have no earlier one still uncommitted.
create table events (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  subject_id text not null,
  actor_id text not null,
  occurred_at timestamptz(3) not null,
  data jsonb not null,
  xid xid8 not null default pg_current_xact_id()
);

create index events_order on events (xid, seq);
create index events_subject on events (subject_id, seq);

-- Answers to POSTs with an Idempotency-Key, written in the transaction of their effect.
create table idempotency_keys (
  actor_id text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (actor_id, key)
);

create index idempotency_keys_age on idempotency_keys (created_at);
