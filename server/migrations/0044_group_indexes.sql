-- Statistics and totals with a category and a group at the same time, for which no days are counted, from two indexes alone.

-- As before, with what else such a count asks for; a change of these columns writes to other indexes already.
-- squawk-ignore require-concurrent-index-creation
create index incidents_group_created on incidents (assignment_group, created_at, id) include (category, priority, state)
  where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_group;
-- Resolved ones alone, so that creating an incident costs nothing here.
-- squawk-ignore require-concurrent-index-creation
create index incidents_group_resolved on incidents (assignment_group, resolved_at) include (category, priority, created_at)
  where deleted_at is null and resolved_at is not null;
