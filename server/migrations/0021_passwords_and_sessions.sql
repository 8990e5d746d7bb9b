-- Signing in: wrong guesses counted for all nodes together, addresses that have signed in before, and access tokens
-- that were called back. Keys of counters are hashes: somebody may have typed a password where the e-mail belongs.

create table guess_counters (
  key_hash text primary key,
  failures integer not null,
  expires_at timestamptz(3) not null
);
create index guess_counters_expiry on guess_counters (expires_at);

-- An account together with an address from which it has signed in.
create table known_addresses (
  pair_hash text primary key,
  last_sign_in_at timestamptz(3) not null default now()
);
create index known_addresses_age on known_addresses (last_sign_in_at);

-- Access tokens, by their own id or by the grant that they were issued for, until the last of them has expired.
create table revoked_tokens (
  id text primary key,
  expires_at timestamptz(3) not null
);
create index revoked_tokens_expiry on revoked_tokens (expires_at);
