-- Counts read indexes alone only where a vacuum has marked the pages as visible to all. By default it comes after a fifth of
-- the table is new: of a million incidents, statistics of a year then take twice as long.
alter table incidents set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
