-- Sessions as people see them: where they signed in and with what. One that was ended is remembered, so that its
-- tokens are refused while they could still live.

create table sessions (
  id text primary key,
  uid_hash text not null,
  account_id text not null,
  clients text[] not null default '{}',
  address text,
  user_agent text,
  signed_in_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);

create index sessions_account on sessions (account_id, signed_in_at);
create index sessions_ended on sessions (ended_at) where ended_at is not null;

-- What was bought with a session ends with it.
alter table oidc_payloads add column session_hash text;
-- The table holds what lives for days at most.
-- squawk-ignore require-concurrent-index-creation
create index oidc_payloads_session on oidc_payloads (session_hash) where session_hash is not null;

create or replace function end_sessions() returns trigger
  language plpgsql as $$
begin
  delete from oidc_payloads where account_id = new.id;
  update sessions set ended_at = now() where account_id = new.id and ended_at is null;
  return null;
end $$;

-- People of an outside issuer who have signed in here, as it vouched for them last.
create table outside_people (
  id text primary key,
  email text not null,
  name text not null,
  roles text[] not null,
  epoch integer not null default 1,
  epoch_changed_at timestamptz(3) not null default now(),
  vouched_at timestamptz(3) not null default now()
);

create index outside_people_epoch on outside_people (epoch_changed_at);
