-- When an incident was cancelled: it can still be edited afterwards, so its last change says nothing about that. PostgreSQL
-- keeps it itself, because a node of the version before may cancel incidents, too.
alter table incidents add column cancelled_at timestamptz(3);

create function keep_cancelled_at() returns trigger
  language plpgsql as $$
begin
  new.cancelled_at := new.updated_at;
  return new;
end $$;

create trigger incidents_cancelled_at before insert or update on incidents
  for each row when (new.state = 'cancelled' and new.cancelled_at is null)
  execute function keep_cancelled_at();

-- From the history; an imported one has none. Nothing that the triggers look at changes.
alter table incidents disable trigger user;
update incidents set cancelled_at = coalesce(
  (select min(at) from audit_entries where subject_id = incidents.id and subject_type = 'incident'
    and changes @> '[{"field": "state", "to": "cancelled"}]'), updated_at)
  where state = 'cancelled';
alter table incidents enable trigger user;

-- squawk-ignore require-concurrent-index-creation
create index incidents_cancelled_at on incidents (cancelled_at) include (priority, category, assignment_group)
  where cancelled_at is not null and deleted_at is null;
