-- Incidents, their notes and attachments, the audit log, SLA policies, bulk jobs and notifications.

-- ISO 8601 in UTC with milliseconds, as the interface writes it.
create function iso(at timestamptz) returns text
  language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create sequence incident_numbers;

-- INC0000001 counting up; past seven digits the first place becomes a letter and counting goes on in base 36,
-- so that ids keep their length and their order.
create function incident_id(n bigint) returns text
  language plpgsql immutable parallel safe as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  rest bigint := n - 10000000 + (10 * 36 ^ 6)::bigint;
  text_form text := '';
begin
  if n < 10000000 then
    return 'INC' || lpad(n::text, 7, '0');
  end if;
  while rest > 0 loop
    text_form := substr(digits, (rest % 36)::int + 1, 1) || text_form;
    rest := rest / 36;
  end loop;
  return 'INC' || text_form;
end $$;

create function incident_number(id text) returns bigint
  language plpgsql immutable parallel safe as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  n bigint := 0;
begin
  if substr(id, 4) ~ '^[0-9]+$' then
    return substr(id, 4)::bigint;
  end if;
  for i in 4 .. 10 loop
    n := n * 36 + position(substr(id, i, 1) in digits) - 1;
  end loop;
  return n - (10 * 36 ^ 6)::bigint + 10000000;
end $$;

create table incidents (
  id text collate "C" primary key,
  short_description text not null,
  description text,
  priority text not null,
  state text not null,
  category text,
  subcategory text,
  impact text,
  urgency text,
  assignment_group text,
  assigned_to text,
  ci_id text,
  parent_problem_id text,
  change_id text,
  opened_by text not null,
  opened_by_id text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  closed_at timestamptz(3),
  work_notes_count integer not null default 0,
  reopen_count integer not null default 0,
  ai_suggested_resolution text not null default '',
  allowed_transitions text[] not null,
  version integer not null default 1,
  deleted_at timestamptz(3),
  deleted_by text,
  -- The clock as sla/clock.ts keeps it, when it runs out, and when somebody must next be told.
  sla jsonb not null,
  sla_breach_at timestamptz(3) not null,
  sla_next_at timestamptz(3),
  -- The record as the interface shows it, less its opening brace and its address: kept, so that a read only sends it.
  body text not null default '',
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', short_description), 'A') ||
    setweight(to_tsvector('english', coalesce(category, '')), 'B') ||
    setweight(to_tsvector('english', coalesce(description, '')), 'C')) stored
);

create index incidents_created on incidents (created_at, id) where deleted_at is null;
create index incidents_updated on incidents (updated_at, id) where deleted_at is null;
create index incidents_priority on incidents (priority, id) where deleted_at is null;
create index incidents_state on incidents (state, created_at, id) where deleted_at is null;
create index incidents_group on incidents (assignment_group, created_at, id) where deleted_at is null;
create index incidents_assignee on incidents (assigned_to, created_at, id) where deleted_at is null;
create index incidents_category on incidents (category, created_at, id) where deleted_at is null;
create index incidents_ci on incidents (ci_id) where ci_id is not null;
create index incidents_sla on incidents (sla_next_at) where sla_next_at is not null;
create index incidents_search on incidents using gin (search);

create function write_incident_body() returns trigger
  language plpgsql as $$
begin
  select substr(row_to_json(shown)::text, 2) into new.body from (
    select new.id, new.id as number, new.short_description, new.description, new.priority, new.state,
      new.category, new.subcategory, new.impact, new.urgency, new.assignment_group, new.assigned_to, new.ci_id,
      iso(new.sla_breach_at) as sla_breach_at, iso(new.created_at) as created_at, iso(new.updated_at) as updated_at,
      new.opened_by, new.parent_problem_id, new.change_id,
      iso(new.resolved_at) as resolved_at, iso(new.closed_at) as closed_at,
      new.work_notes_count, new.ai_suggested_resolution, new.version, new.reopen_count, new.allowed_transitions,
      new.sla -> 'summary' as sla, new.deleted_at is not null as deleted) as shown;
  if new.deleted_at is not null then
    new.body := left(new.body, -1) || ',"deleted_at":' || to_json(iso(new.deleted_at))
      || ',"deleted_by":' || to_json(new.deleted_by) || '}';
  end if;
  return new;
end $$;

create trigger incidents_body before insert or update on incidents
  for each row execute function write_incident_body();

-- How many incidents there are of each kind. Writers only append; a job adds rows of one kind up. So a total is exact
-- in every snapshot, costs as many rows as there are kinds, and no two writers wait for each other.
create table incident_counts (
  state text not null,
  priority text not null,
  category text,
  assignment_group text,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function count_incidents() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_counts select state, priority, category, assignment_group, count(*)
      from new_rows where deleted_at is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into incident_counts select state, priority, category, assignment_group, -count(*)
      from old_rows where deleted_at is null group by 1, 2, 3, 4;
  else
    insert into incident_counts
      select state, priority, category, assignment_group, sum(n) from (
        select state, priority, category, assignment_group, -1 as n from old_rows where deleted_at is null
        union all
        select state, priority, category, assignment_group, 1 from new_rows where deleted_at is null) as moves
      group by 1, 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;

create trigger incidents_counted_in after insert on incidents
  referencing new table as new_rows for each statement execute function count_incidents();
create trigger incidents_counted_over after update on incidents
  referencing old table as old_rows new table as new_rows for each statement execute function count_incidents();
create trigger incidents_counted_out after delete on incidents
  referencing old table as old_rows for each statement execute function count_incidents();

create table work_notes (
  seq bigint generated always as identity,
  id text collate "C" primary key,
  incident_id text not null,
  body text not null,
  visibility text not null,
  author text not null,
  author_id text not null,
  created_at timestamptz(3) not null
);

create index work_notes_incident on work_notes (incident_id, seq);

create table attachments (
  id text collate "C" primary key,
  note_id text,
  position integer not null default 0,
  filename text not null,
  content_type text not null,
  size bigint,
  sha256 text,
  link text,
  content bytea,
  uploaded_by text not null,
  created_at timestamptz(3) not null default now()
);

create index attachments_note on attachments (note_id, position) where note_id is not null;
create index attachments_loose on attachments (created_at) where note_id is null;
-- Already compressed more often than not.
alter table attachments alter column content set storage external;

-- Every change, in the transaction of the change. Written without a hash; a job seals in commit order.
create table audit_entries (
  seq bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id text not null,
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  changes jsonb not null,
  xid xid8 not null default pg_current_xact_id()
);

create index audit_entries_subject on audit_entries (subject_id, seq);
create index audit_entries_order on audit_entries (xid, seq);
create index audit_entries_actor on audit_entries (actor_id, seq);

-- The chain: each hash covers the entry and the hash before it.
create table audit_seals (
  position bigint primary key,
  entry_seq bigint not null unique,
  hash text not null
);

create table audit_checkpoints (
  position bigint primary key,
  hash text not null,
  signature text not null,
  created_at timestamptz(3) not null default now()
);

create function refuse_tampering() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create trigger audit_entries_keep before update or delete or truncate on audit_entries
  for each statement execute function refuse_tampering();
create trigger audit_seals_keep before update or delete or truncate on audit_seals
  for each statement execute function refuse_tampering();
create trigger audit_checkpoints_keep before update or delete or truncate on audit_checkpoints
  for each statement execute function refuse_tampering();

create table sla_calendars (
  id text collate "C" primary key,
  name text not null,
  time_zone text not null,
  hours jsonb not null,
  holidays jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- A priority without a row has the target of SLA_MINUTES, around the clock.
create table sla_policies (
  priority text primary key,
  target_minutes integer not null,
  calendar_id text references sla_calendars,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);

create table bulk_jobs (
  job_id text collate "C" primary key,
  type text not null,
  operation text not null,
  actor jsonb not null,
  actor_id text not null,
  parameters jsonb not null,
  status text not null default 'queued',
  total integer not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  completed_at timestamptz(3)
);

create index bulk_jobs_open on bulk_jobs (actor_id) where status in ('queued', 'running');

create table bulk_records (
  job_id text collate "C" not null references bulk_jobs on delete cascade,
  index integer not null,
  input jsonb not null,
  id text,
  status text,
  error jsonb,
  primary key (job_id, index)
);

create table notifications (
  id text collate "C" primary key,
  recipient_id text not null,
  kind text not null,
  title text not null,
  message text not null,
  subject_id text,
  url text,
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create index notifications_recipient on notifications (recipient_id, created_at, id);
