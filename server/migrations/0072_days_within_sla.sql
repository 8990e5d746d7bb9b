-- How many of the incidents that were resolved on a day met their SLA.

-- Those that did not are few: the days that are not counted ahead are told from indexes alone.
-- squawk-ignore require-concurrent-index-creation
create index incidents_resolved_late on incidents (resolved_at) include (priority, category, assignment_group)
  where deleted_at is null and resolved_at is not null and (sla -> 'summary' ->> 'breached')::boolean;

-- As before, and also when the mark of a resolved incident changes.
create or replace trigger incidents_days_over after update on incidents
  for each row when (least(old.created_at, old.resolved_at, new.created_at, new.resolved_at) < counted_until()
    and ((old.created_at, old.resolved_at, old.state, old.priority, old.category, old.assignment_group, old.deleted_at)
      is distinct from (new.created_at, new.resolved_at, new.state, new.priority, new.category, new.assignment_group, new.deleted_at)
      or new.resolved_at is not null
        and old.sla -> 'summary' -> 'breached' is distinct from new.sla -> 'summary' -> 'breached'))
  execute function mark_stale_days();

-- Null where a node of the version before has counted: such a day is not used, and counted again.
alter table incident_days add column resolved_within_sla integer;
create function mark_days_without_sla() returns trigger
  language plpgsql as $$
begin
  insert into stale_days select distinct date from added where resolved_within_sla is null;
  return null;
end $$;
create trigger incident_days_without_sla after insert on incident_days
  referencing new table as added for each statement execute function mark_days_without_sla();
insert into stale_days select date from counted_days;
