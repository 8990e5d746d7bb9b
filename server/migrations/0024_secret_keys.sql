-- Rotation of the secret key while the service runs, and the search for sign-ins in the audit log.

-- One row for each key that replaced another.
create table secret_key_rotations (
  key_id text primary key,
  previous_key_id text not null,
  fingerprint text not null,
  -- The new key sealed with the one before it: nodes that know only that one learn the new one from here.
  key_for_previous text,
  -- The other way round: for nodes that start with the new key before everything is re-encrypted.
  previous_for_key text,
  -- What recognises cursors, cookies and repeated requests that were signed with the key before.
  verification_keys_sealed text,
  started_at timestamptz(3) not null default now(),
  activated_at timestamptz(3),
  completed_at timestamptz(3)
);

-- One rotation at a time.
create unique index secret_key_rotations_open on secret_key_rotations ((completed_at is null))
  where completed_at is null;

-- Which keys each running node has; a rotation waits for all of them.
create table secret_key_nodes (
  node text primary key,
  configured_key_id text not null,
  known_key_id text not null,
  sealing_key_id text not null,
  seen_at timestamptz(3) not null default now()
);

-- Only what happens at the door: other entries are found by their subject.
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_identity on audit_entries (action, seq)
  where action in ('signed_in', 'sign_in_refused', 'token_issued', 'token_refused', 'access_refused');
