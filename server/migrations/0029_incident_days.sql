-- How many incidents were created and resolved on each day, so that statistics and long ranges of time read days instead of
-- incidents. A job counts the days before yesterday; the last two are counted when they are asked for, so that creating an
-- incident costs nothing here.

create table incident_days (
  -- In UTC.
  date date not null,
  -- all, state, category or assignment_group, and which one.
  facet text not null,
  value text,
  priority text not null,
  created integer not null,
  resolved integer not null,
  -- From creation to resolution, of all that were resolved on this day.
  resolution_ms bigint not null
);
create unique index incident_days_facet on incident_days (facet, value, date, priority) nulls not distinct;

create table counted_days (date date primary key);

-- Days whose incidents have changed since they were counted. Writers only append, in the transaction of the change, so a day
-- without a row here is exact as it was counted. The job deletes the rows before it counts a day anew.
create table stale_days (date date not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The end of the days that are counted ahead. A transaction that takes a whole day is not provided for.
create function counted_until() returns timestamptz
  language sql stable parallel safe
  return date_trunc('day', now(), 'UTC') - interval '1 day';

create function mark_stale_days() returns trigger
  language plpgsql as $$
begin
  insert into stale_days
    select distinct (at at time zone 'UTC')::date
    from (values (old.created_at), (old.resolved_at), (new.created_at), (new.resolved_at)) as touched(at)
    where at < counted_until();
  return null;
end $$;

-- Only for incidents that were created or resolved before yesterday: an import, a correction, a deletion.
create trigger incidents_days_in after insert on incidents
  for each row when (least(new.created_at, new.resolved_at) < counted_until())
  execute function mark_stale_days();
create trigger incidents_days_over after update on incidents
  for each row when (least(old.created_at, old.resolved_at, new.created_at, new.resolved_at) < counted_until()
    and (old.created_at, old.resolved_at, old.state, old.priority, old.category, old.assignment_group, old.deleted_at)
      is distinct from (new.created_at, new.resolved_at, new.state, new.priority, new.category, new.assignment_group, new.deleted_at))
  execute function mark_stale_days();
create trigger incidents_days_out after delete on incidents
  for each row when (least(old.created_at, old.resolved_at) < counted_until())
  execute function mark_stale_days();

insert into stale_days
  select distinct (at at time zone 'UTC')::date
  from incidents cross join lateral (values (created_at), (resolved_at)) as touched(at)
  where at < counted_until();
