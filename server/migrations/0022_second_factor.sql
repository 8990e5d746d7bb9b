-- The second factor of people who sign in here: authenticator apps, passkeys and recovery codes.

create table second_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  type text not null check (type in ('totp', 'passkey')),
  name text not null,
  -- An authenticator app: its shared secret, encrypted, and the last time step whose code was accepted.
  secret_sealed text,
  last_step bigint,
  -- A passkey: what the authenticator told when it was registered, and its signature counter.
  credential_id text unique,
  public_key text,
  sign_count bigint,
  transports text[],
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  check (type <> 'totp' or secret_sealed is not null),
  check (type <> 'passkey' or (credential_id is not null and public_key is not null and sign_count is not null))
);

create index second_factors_user on second_factors (user_id, created_at);

create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- An enrolment that has begun: the secret that is not confirmed yet, the challenge that is not answered yet.
create table second_factor_enrolments (
  user_id text primary key references users (id) on delete cascade,
  secret_sealed text,
  challenge text,
  expires_at timestamptz(3) not null
);

-- Wrong codes in a row, kept for all nodes: six digits would not survive endless guessing.
create table second_factor_failures (
  user_id text primary key references users (id) on delete cascade,
  failures integer not null,
  last_failed_at timestamptz(3) not null
);
