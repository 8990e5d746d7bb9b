-- People, service accounts, their keys, and what the identity provider remembers.
-- epoch is written into every token; raising it makes the tokens issued before worthless.

create table users (
  id text primary key,
  email text not null,
  name text not null,
  roles text[] not null,
  groups text[] not null default '{}',
  password_hash text,
  active boolean not null default true,
  epoch integer not null default 1,
  epoch_changed_at timestamptz(3) not null default now(),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_sign_in_at timestamptz(3),
  deleted_at timestamptz(3)
);

create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_epoch on users (epoch_changed_at);

create table clients (
  id text primary key,
  name text not null,
  email text not null,
  roles text[] not null,
  secret_hash text not null,
  active boolean not null default true,
  epoch integer not null default 1,
  epoch_changed_at timestamptz(3) not null default now(),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create index clients_epoch on clients (epoch_changed_at);

create table api_keys (
  id text primary key,
  owner_id text not null,
  owner_kind text not null check (owner_kind in ('user', 'client', 'external')),
  owner_email text not null,
  owner_name text not null,
  name text not null,
  roles text[] not null,
  secret_hash text not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create index api_keys_owner on api_keys (owner_id, created_at);
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;

-- The newest key that is not revoked signs; a key verifies until it is revoked or old.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

-- Sessions, grants and refresh tokens of the identity provider: ids hashed, payloads sealed.
create table oidc_payloads (
  model text not null,
  id_hash text not null,
  payload_sealed text not null,
  grant_hash text,
  uid_hash text,
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  primary key (model, id_hash)
);

create index oidc_payloads_grant on oidc_payloads (grant_hash) where grant_hash is not null;
create index oidc_payloads_uid on oidc_payloads (uid_hash) where uid_hash is not null;
create index oidc_payloads_expiry on oidc_payloads (expires_at);
