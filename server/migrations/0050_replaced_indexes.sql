-- In a transaction of their own: one that has built an index and then drops another can deadlock with one that reads and then
-- writes.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_search_parts;
-- squawk-ignore require-concurrent-index-deletion
drop index incident_days_facet;
