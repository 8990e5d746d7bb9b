-- Another incident that this one is a duplicate of. It is not in the stored text: writing that of a million incidents again
-- would lock them for minutes.
alter table incidents add column duplicate_of text;

-- Few incidents have one, so the index stays small.
-- squawk-ignore require-concurrent-index-creation
create index incidents_duplicate_of on incidents (duplicate_of, created_at, id)
  where duplicate_of is not null and deleted_at is null;
