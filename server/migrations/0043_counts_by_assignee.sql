-- More levels of the totals: by assignee, and by SLA mark and whether anybody is assigned without the category, which are
-- a tenth of the rows of every kind.
--
-- The unique index changes its columns, so that a node of the previous version cannot fold counts without the new levels: its
-- job fails until it is replaced, and no total is wrong meanwhile.

-- A write that has begun would still be counted by the previous function, without its assignee.
lock table incidents in share row exclusive mode;

alter table incident_counts add column assigned_to text;
alter table incident_totals add column assigned_to text;

create or replace function count_incidents() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_counts (state, priority, category, assignment_group, is_unassigned, sla_mark, assigned_to, n)
      select state, priority, category, assignment_group, assigned_to is null, sla_mark(state, sla), assigned_to, count(*)
      from new_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into incident_counts (state, priority, category, assignment_group, is_unassigned, sla_mark, assigned_to, n)
      select state, priority, category, assignment_group, assigned_to is null, sla_mark(state, sla), assigned_to, -count(*)
      from old_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into incident_counts (state, priority, category, assignment_group, is_unassigned, sla_mark, assigned_to, n)
      select state, priority, category, assignment_group, assigned_to is null, mark, assigned_to, sum(n) from (
        select state, priority, category, assignment_group, sla_mark(state, sla) as mark, assigned_to, -1 as n
        from old_rows where deleted_at is null
        union all
        select state, priority, category, assignment_group, sla_mark(state, sla), assigned_to, 1
        from new_rows where deleted_at is null) as moves
      group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
  end if;
  return null;
end $$;

-- squawk-ignore require-concurrent-index-deletion
drop index incident_totals_kinds;
-- Counted anew, because the rows so far do not tell the assignee.
delete from incident_counts;
delete from incident_totals;
insert into incident_totals (level, state, priority, category, assignment_group, is_unassigned, sla_mark, assigned_to, n)
  select case 0 when grouping(category) then 'kind' when grouping(sla_mark) then 'mark'
      when grouping(assignment_group) then 'group' when grouping(assigned_to) then 'assignee' else 'state' end,
    state, priority, category, assignment_group, is_unassigned, sla_mark, assigned_to, count(*)
  from (select state, priority, category, assignment_group, assigned_to is null as is_unassigned,
      sla_mark(state, sla) as sla_mark, assigned_to
    from incidents where deleted_at is null) as counted
  group by grouping sets ((state, priority), (state, priority, assignment_group), (state, priority, assigned_to),
    (state, priority, assignment_group, is_unassigned, sla_mark),
    (state, priority, category, assignment_group, is_unassigned, sla_mark));

-- squawk-ignore require-concurrent-index-creation
create unique index incident_totals_kinds on incident_totals
  (level, state, priority, category, assignment_group, is_unassigned, sla_mark, assigned_to) nulls not distinct;
