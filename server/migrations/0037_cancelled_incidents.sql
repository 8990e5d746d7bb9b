-- How many incidents were cancelled on each day: cancelled ones do not change any more, so their last change is that.
-- squawk-ignore require-concurrent-index-creation
create index incidents_cancelled on incidents (updated_at) include (priority, category, assignment_group)
  where state = 'cancelled' and deleted_at is null;
