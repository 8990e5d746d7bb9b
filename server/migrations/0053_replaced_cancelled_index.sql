-- Replaced by incidents_cancelled_at; in a transaction of its own, as in 0050.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_cancelled;
