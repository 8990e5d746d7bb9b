-- An incident may have a new article beside a retired one; its row is locked while one is drafted. Replaces articles_source.
-- squawk-ignore require-concurrent-index-creation
create index articles_source_incident on articles (source_incident_id)
  where deleted_at is null and source_incident_id is not null;
