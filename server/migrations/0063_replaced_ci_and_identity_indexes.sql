-- Replaced by incidents_ci_created and audit_entries_action; in a transaction of their own, as in 0050.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_ci;
-- squawk-ignore require-concurrent-index-deletion
drop index audit_entries_identity;
