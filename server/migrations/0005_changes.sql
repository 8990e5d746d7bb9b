-- Changes, and how records are numbered.

-- CHG0000001 counting up; past seven digits as incident_id() does it.
create function record_id(prefix text, n bigint) returns text
  language sql immutable parallel safe
  return prefix || substr(incident_id(n), 4);

create sequence change_numbers;

create table changes (
  id text collate "C" primary key,
  short_description text not null,
  description text,
  type text not null,
  risk text not null,
  impact text,
  priority text not null,
  category text,
  assignment_group text,
  assigned_to text,
  requested_by text not null,
  ci_ids text[] not null,
  planned_start timestamptz(3),
  planned_end timestamptz(3),
  implementation_plan text,
  backout_plan text,
  test_plan text,
  state text not null,
  approval jsonb not null,
  created_by text not null,
  created_by_id text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', short_description), 'A') ||
    setweight(to_tsvector('english', coalesce(category, '')), 'B') ||
    setweight(to_tsvector('english', coalesce(description, '')), 'C')) stored
);

create index changes_created on changes (created_at, id) where deleted_at is null;
create index changes_state on changes (state, created_at, id) where deleted_at is null;
create index changes_window on changes (planned_start) where deleted_at is null and planned_start is not null;
create index changes_cis on changes using gin (ci_ids);
create index changes_search on changes using gin (search);
-- squawk-ignore require-concurrent-index-creation
create index incidents_change on incidents (change_id) where change_id is not null;
