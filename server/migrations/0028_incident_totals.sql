-- Totals at a million incidents: kept at three levels of detail, and also by SLA mark and by whether anybody is assigned.

-- The rows that writers append also tell these. The mark is that of open incidents: breached, or at risk while the clock runs.
alter table incident_counts add column is_unassigned boolean, add column sla_mark text;

create function sla_mark(state text, sla jsonb) returns text
  language sql immutable parallel safe
  return case
    when state not in ('new', 'in_progress', 'on_hold', 'reopened') then null
    when (sla -> 'summary' ->> 'breached')::boolean then 'breached'
    when (sla -> 'summary' ->> 'warned')::boolean and sla -> 'summary' ->> 'clock' = 'running' then 'at_risk'
  end;

-- What a job has added up from the appended rows. A total is the sum of the coarsest level that knows the fields asked for
-- and of the rows that are not added up yet: exact in every snapshot, because the job moves them in one transaction.
create table incident_totals (
  level text not null,
  state text not null,
  priority text not null,
  category text,
  assignment_group text,
  is_unassigned boolean,
  sla_mark text,
  n bigint not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create or replace function count_incidents() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_counts
      select state, priority, category, assignment_group, count(*), assigned_to is null, sla_mark(state, sla)
      from new_rows where deleted_at is null group by 1, 2, 3, 4, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into incident_counts
      select state, priority, category, assignment_group, -count(*), assigned_to is null, sla_mark(state, sla)
      from old_rows where deleted_at is null group by 1, 2, 3, 4, 6, 7;
  else
    insert into incident_counts
      select state, priority, category, assignment_group, sum(n), is_unassigned, mark from (
        select state, priority, category, assignment_group, -1 as n, assigned_to is null as is_unassigned,
          sla_mark(state, sla) as mark
        from old_rows where deleted_at is null
        union all
        select state, priority, category, assignment_group, 1, assigned_to is null, sla_mark(state, sla)
        from new_rows where deleted_at is null) as moves
      group by 1, 2, 3, 4, 6, 7 having sum(n) <> 0;
  end if;
  return null;
end $$;

-- Counted anew, because the rows so far do not tell the new fields.
delete from incident_counts;
insert into incident_totals
  select case when grouping(category) = 0 then 'kind' when grouping(assignment_group) = 0 then 'group' else 'state' end,
    state, priority, category, assignment_group, is_unassigned, mark, count(*)
  from (select state, priority, category, assignment_group, assigned_to is null as is_unassigned, sla_mark(state, sla) as mark
    from incidents where deleted_at is null) as counted
  group by grouping sets ((state, priority), (state, priority, assignment_group),
    (state, priority, category, assignment_group, is_unassigned, mark));

-- The table has a few rows.
-- squawk-ignore adding-not-nullable-field
alter table incident_counts alter column is_unassigned set not null;
-- squawk-ignore require-concurrent-index-creation
create unique index incident_totals_kinds on incident_totals
  (level, state, priority, category, assignment_group, is_unassigned, sla_mark) nulls not distinct;

-- Open incidents by SLA mark. New incidents have none, so that creating one costs nothing here.
-- squawk-ignore require-concurrent-index-creation
create index incidents_breached on incidents (created_at, id)
  where deleted_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened')
    and (sla -> 'summary' ->> 'breached')::boolean;
-- squawk-ignore require-concurrent-index-creation
create index incidents_at_risk on incidents (created_at, id)
  where deleted_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened')
    and sla -> 'summary' ->> 'clock' = 'running' and (sla -> 'summary' ->> 'warned')::boolean
    and not (sla -> 'summary' ->> 'breached')::boolean;
-- With incidents_due, the order by SLA: a list of all merges the two. New incidents are open, so this one costs them nothing.
-- squawk-ignore require-concurrent-index-creation
create index incidents_due_ended on incidents (sla_breach_at, id)
  where deleted_at is null and state in ('resolved', 'closed', 'cancelled');
