-- What a board of figures asks: which open incidents run out of time next, and what was resolved in the last days.

-- Open ones alone: a service that has run for years has a thousand times as many that are closed.
-- squawk-ignore require-concurrent-index-creation
create index incidents_due on incidents (sla_breach_at, id)
  where deleted_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened');
-- With all that a mean time by priority needs, so that it is told by the index alone.
-- squawk-ignore require-concurrent-index-creation
create index incidents_resolved on incidents (resolved_at) include (created_at, priority)
  where deleted_at is null and resolved_at is not null;
