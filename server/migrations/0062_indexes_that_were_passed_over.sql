-- Only what may be tried again: those of closed incidents rest until infinity, and each look for work would read them all.
-- squawk-ignore require-concurrent-index-deletion
drop index suggested_resolutions_due;
-- squawk-ignore require-concurrent-index-creation
create index suggested_resolutions_to_retry on suggested_resolutions (index_version, retry_at) where retry_at < 'infinity';

-- As in 0015, but the id gets the collation of the sources: compared by its own, no index would find them.
create or replace function withdraw_suggestions() returns trigger
  language plpgsql as $$
begin
  with withdrawn as (
    update suggested_resolutions set source_ids = '{}', index_version = -1, retry_at = now()
    where source_ids @> array[old.id collate "default"] returning incident_id)
  update incidents set ai_suggested_resolution = '' from withdrawn where incidents.id = withdrawn.incident_id;
  if tg_op = 'DELETE' and tg_table_name = 'incidents' then
    delete from suggested_resolutions where incident_id = old.id;
  end if;
  return null;
end $$;

-- Finds the CI "mail-srv-01" that a question calls "mailsrv01".
-- squawk-ignore require-concurrent-index-creation
create index cis_joined_name on cis (translate(lower(name), '-_', '')) where deleted_at is null;
