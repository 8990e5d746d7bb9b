-- Conversations with the copilot, and indexes by which it finds the names that a question may use.

-- What was asked and understood, the last turns only; for whoever asked, and for nobody else.
create table conversations (
  id text collate "C" primary key,
  actor_id text not null,
  turns jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index conversations_updated on conversations (updated_at);

-- Names are given in any case.
-- squawk-ignore require-concurrent-index-creation
create index cis_lower_name on cis (lower(name)) where deleted_at is null;
-- By these the distinct values are found one by one, however many records have them.
-- squawk-ignore require-concurrent-index-creation
create index cis_support_group on cis (support_group) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index changes_group on changes (assignment_group) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index changes_category on changes (category) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index requests_group on requests (assignment_group) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index requests_category on requests (category) where deleted_at is null;
