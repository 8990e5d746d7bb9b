-- On their own: a transaction that has built an index and then waits to drop one is a deadlock with whoever reads and then writes.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_search_parts;
-- squawk-ignore require-concurrent-index-deletion
drop index incident_days_facet;
