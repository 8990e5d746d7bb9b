-- Statistics read some days: of one value, or of every value of a field. By date one index serves both, without the table.
-- squawk-ignore require-concurrent-index-creation
create unique index incident_days_date on incident_days (facet, date, value, priority)
  include (created, resolved, resolution_ms) nulls not distinct;
