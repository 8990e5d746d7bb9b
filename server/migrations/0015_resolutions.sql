-- Suggested resolutions: what was tried for an open incident, and which records the suggestion quotes.

create table suggested_resolutions (
  incident_id text collate "C" primary key,
  -- None when nothing was similar enough.
  source_ids text[] not null,
  tries integer not null,
  -- Of the index when it was tried: the same index would find the same.
  index_version bigint not null,
  retry_at timestamptz(3) not null
);

create index suggested_resolutions_due on suggested_resolutions (index_version, retry_at);
create index suggested_resolutions_sources on suggested_resolutions using gin (source_ids);

-- What is deleted or withdrawn is quoted nowhere from the same moment on; what was suggested by it is looked for anew.
create function withdraw_suggestions() returns trigger
  language plpgsql as $$
begin
  with withdrawn as (
    update suggested_resolutions set source_ids = '{}', index_version = -1, retry_at = now()
    where source_ids @> array[old.id] returning incident_id)
  update incidents set ai_suggested_resolution = '' from withdrawn where incidents.id = withdrawn.incident_id;
  if tg_op = 'DELETE' and tg_table_name = 'incidents' then
    delete from suggested_resolutions where incident_id = old.id;
  end if;
  return null;
end $$;

create trigger incidents_unsuggested_over after update of deleted_at on incidents
  for each row when (new.deleted_at is not null) execute function withdraw_suggestions();
create trigger incidents_unsuggested_out after delete on incidents
  for each row execute function withdraw_suggestions();
create trigger articles_unsuggested_over after update on articles
  for each row when (old.state = 'published'
    and (new.state <> 'published' or new.deleted_at is not null or new.title <> old.title))
  execute function withdraw_suggestions();
create trigger articles_unsuggested_out after delete on articles
  for each row execute function withdraw_suggestions();
