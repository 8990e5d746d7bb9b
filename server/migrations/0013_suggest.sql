-- What was learned from resolved incidents: one row for each training, shared by all nodes.

create table suggest_models (
  version bigint generated always as identity primary key,
  trained_at timestamptz(3) not null default now(),
  -- Incidents that it was learned from, and how many there were to learn from at that time.
  learned integer not null,
  available integer not null,
  -- The categories of that time: a model that does not know a new one is due for another training.
  categories text[] not null,
  -- Per field: rows, classes, and how well it did on incidents that were held out.
  fields jsonb not null,
  content bytea not null
);

-- Compressed already.
alter table suggest_models alter column content set storage external;
