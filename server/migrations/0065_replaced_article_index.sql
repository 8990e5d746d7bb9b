-- Replaced by articles_source_incident; in a transaction of its own, as in 0050.
-- squawk-ignore require-concurrent-index-deletion
drop index articles_source;
