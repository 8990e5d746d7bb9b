-- The embedded database had LC_CTYPE C, with which full-text search takes every character beyond ASCII for a letter: the
-- “VPN” of a title in such quotation marks was not found as VPN. It has C.UTF-8 now (db/embedded/database.ts), and what
-- has such words is read again. In a database that never had C this finds nothing.

do $$
declare
  -- Signs that are no letters, in the printed form of a tsvector.
  signs constant text := '[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]';
  source record;
  is_affected boolean;
begin
  for source in values
    ('incidents', 'short_description'), ('changes', 'short_description'), ('requests', 'short_description'),
    ('catalog_items', 'name'), ('cis', 'name'), ('articles', 'title')
  loop
    execute format('select exists (select from %I where search::text ~ $1)', source.column1)
      into is_affected using signs;
    continue when not is_affected;
    -- No field of a record changes, so nobody is told.
    execute format('alter table %I disable trigger user', source.column1);
    execute format('with again as (update %1$I set %2$I = %2$I where search::text ~ $1 returning %2$I as title)
      insert into new_search_words select title from again', source.column1, source.column2) using signs;
    execute format('alter table %I enable trigger user', source.column1);
  end loop;
end $$;
