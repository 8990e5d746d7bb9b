-- Answers of the AI endpoints, for a while.

-- Not owned by the table: it must never start again, also when a crash has emptied the table.
create sequence ai_cache_numbers;

-- Unlogged: nothing here is worth a write-ahead log. A crash or a fail-over empties it, and an answer that is not here is
-- computed again; what must never happen is a wrong one, and for that no row is better than an old one.
create unlogged table ai_cache (
  -- Hash of everything that must be equal, and of the question.
  key text collate "C" primary key,
  -- Grows with every write, so that a node can ask for what it has not seen yet.
  seq bigint not null default nextval('ai_cache_numbers'),
  endpoint text not null,
  -- Hash of everything that must be equal besides the question.
  partition text collate "C" not null,
  -- The question in its canonical form; null when only the very same question may find the answer.
  form text,
  body text not null,
  model_used text not null,
  tokens_used integer not null,
  -- Records that the answer speaks of, with the version it has seen.
  sources jsonb not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create index ai_cache_partition on ai_cache (partition, seq) where form is not null;
create index ai_cache_used on ai_cache (used_at, seq);
create index ai_cache_expiry on ai_cache (expires_at);

-- What became of the questions, of all nodes together.
create table ai_cache_counts (
  endpoint text primary key,
  hits bigint not null default 0,
  misses bigint not null default 0,
  guard_refusals bigint not null default 0,
  expired bigint not null default 0,
  invalidated bigint not null default 0,
  tokens_saved bigint not null default 0,
  since timestamptz(3) not null default now()
);
