-- Lists are sorted by lower(name), which cis_lower_name gives.
-- squawk-ignore require-concurrent-index-deletion
drop index cis_name;
