-- PostgreSQL's parser starts again at every sign of a long word such as a_a_a_..., and at every comment of HTML that nothing
-- ends: a description of 100,000 characters took a minute, in which nobody else's incident was created. A longer word is now
-- read in parts. The columns are no longer generated, because changing the expression of one rewrites its table: what is stored
-- stays, and a trigger writes them.

-- What no address, path or host name contains ends the search of the parser for one, so those signs need no break.
create function with_bounded_words(given text) returns text
  language sql immutable parallel safe
  return case
    when given ~ '[^[:space:]"<>\\^`{|}]{129}' or strpos(given, '<!--') > 0
    then regexp_replace(replace(given, '<!--', ' '), '[^[:space:]"<>\\^`{|}]{128}', '\& ', 'g')
    else given
  end;

create function record_search(id text, title text, terms text, description text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', title), 'A') ||
    setweight(to_tsvector('english', coalesce(terms, '')), 'B') ||
    setweight(to_tsvector('english', with_bounded_words(coalesce(description, ''))), 'C');

create function write_search() returns trigger
  language plpgsql as $$
begin
  new.search := record_search(new.id, new.short_description, new.category, new.description);
  return new;
end $$;

create function write_request_search() returns trigger
  language plpgsql as $$
begin
  new.search := record_search(new.id, new.short_description, concat_ws(' ', new.item, new.category), new.description);
  return new;
end $$;

create function write_catalog_item_search() returns trigger
  language plpgsql as $$
begin
  new.search := record_search(new.id, new.name, new.category, new.description);
  return new;
end $$;

alter table incidents alter column search drop expression, alter column search set default '';
alter table changes alter column search drop expression, alter column search set default '';
alter table requests alter column search drop expression, alter column search set default '';
alter table catalog_items alter column search drop expression, alter column search set default '';

create trigger incidents_write_search before insert or update of id, short_description, category, description on incidents
  for each row execute function write_search();
create trigger changes_write_search before insert or update of id, short_description, category, description on changes
  for each row execute function write_search();
create trigger requests_write_search before insert or update of id, short_description, item, category, description on requests
  for each row execute function write_request_search();
create trigger catalog_items_write_search before insert or update of id, name, category, description on catalog_items
  for each row execute function write_catalog_item_search();

-- Generated from this function, so what is stored stays here too.
create or replace function article_search(id text, title text, category text, tags text[], body text) returns tsvector
  language plpgsql immutable as $$
declare
  head constant tsvector :=
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', translate(title, '<>', '  ')), 'A') ||
    setweight(to_tsvector('english', translate(coalesce(category, '') || ' ' || array_to_string(tags, ' '), '<>', '  ')), 'B');
  content constant text := with_bounded_words(translate(body, '<>', '  '));
begin
  return head || setweight(to_tsvector('english', content), 'C');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('english', left(content, 50000)), 'C');
end $$;
