-- Where an incident is: a site, a building or a room.
alter table incidents add column location text;

-- Most incidents have none, so the index stays small.
-- squawk-ignore require-concurrent-index-creation
create index incidents_location on incidents (location, created_at, id)
  where location is not null and deleted_at is null;

create or replace function write_incident_body() returns trigger
  language plpgsql as $$
begin
  select substr(row_to_json(shown)::text, 2) into new.body from (
    select new.id, new.id as number, new.short_description, new.description, new.priority, new.state,
      new.category, new.subcategory, new.impact, new.urgency, new.assignment_group, new.assigned_to, new.ci_id,
      iso(new.sla_breach_at) as sla_breach_at, iso(new.created_at) as created_at, iso(new.updated_at) as updated_at,
      new.opened_by, new.parent_problem_id, new.change_id, new.location,
      iso(new.resolved_at) as resolved_at, iso(new.closed_at) as closed_at,
      new.work_notes_count, new.ai_suggested_resolution, new.version, new.reopen_count, new.allowed_transitions,
      new.sla -> 'summary' as sla, new.deleted_at is not null as deleted) as shown;
  if new.deleted_at is not null then
    new.body := left(new.body, -1) || ',"deleted_at":' || to_json(iso(new.deleted_at))
      || ',"deleted_by":' || to_json(new.deleted_by) || '}';
  end if;
  return new;
end $$;

-- The stored text of those that exist. Nothing that the triggers look at changes.
alter table incidents disable trigger user;
update incidents set body = '"location":null,' || body;
alter table incidents enable trigger user;
