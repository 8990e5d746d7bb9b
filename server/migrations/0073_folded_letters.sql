-- A search finds a word however its letters are typed: "reseau" also finds "réseau", and "strasse" "straße". Without an
-- extension, because not every PostgreSQL has unaccent. The same as foldLetters of kernel/letters.ts.

-- Not in SQL, which would be copied into the caller, and evaluated there for each place that uses it.
create function folded(given text) returns text
  language plpgsql immutable parallel safe as $$
begin
  -- Most texts: this costs less than anything below.
  if octet_length(given) = length(given) then return given; end if;
  -- In pieces, because normalize() sorts adjacent accents, and takes minutes for 100,000 of them. U+0338 makes "<" of "≮".
  given := (select string_agg(
    normalize(regexp_replace(normalize(piece[1], nfd), '[\u0300-\u0337\u0339-\u036f]', '', 'g'), nfc), '')
    from regexp_matches(given, '.{1,128}', 'g') as piece);
  if given !~ '[ØøŁłĐđÐðıςẞßÆæŒœÞþ]' then return given; end if;
  return replace(replace(replace(replace(translate(given, 'ØøŁłĐđÐðıςẞÆŒÞ', 'oollddddiσßæœþ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $$;

create or replace function record_search(id text, title text, terms text, description text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', folded(title)), 'A') ||
    setweight(to_tsvector('english', folded(coalesce(terms, ''))), 'B') ||
    setweight(to_tsvector('english', with_bounded_words(folded(coalesce(description, '')))), 'C');

-- Columns are generated from the next two: what is stored stays.
create or replace function words_of(names text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('english'::regconfig, folded(names) || ' ' || translate(folded(names), '-._/:@', '      '));

-- With its own search path, because pg_restore has none: it could not write a single article since 0070.
create or replace function article_search(id text, title text, category text, tags text[], body text) returns tsvector
  language plpgsql immutable set search_path from current as $$
declare
  head constant tsvector :=
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', translate(folded(title), '<>', '  ')), 'A') ||
    setweight(to_tsvector('english',
      translate(folded(coalesce(category, '') || ' ' || array_to_string(tags, ' ')), '<>', '  ')), 'B');
  content constant text := with_bounded_words(translate(folded(body), '<>', '  '));
begin
  return head || setweight(to_tsvector('english', content), 'C');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('english', left(content, 50000)), 'C');
end $$;

create or replace function title_words(title text) returns text[]
  language sql immutable parallel safe
  return array(select word from unnest(tsvector_to_array(to_tsvector('simple', folded(title)))) as word
    where length(word) between 4 and 30 and word !~ '[^[:alpha:]]');

insert into search_words (word, spellings)
  select distinct folded(word), spellings_of(folded(word)) from search_words where octet_length(word) <> length(word)
  on conflict do nothing;
delete from search_words where octet_length(word) <> length(word) and word <> folded(word);

-- A job writes the search of older records again, the newest first; in one transaction it could lock a million of them for
-- minutes. A record that is written meanwhile needs nothing.
create table searches_to_fold (
  table_name text primary key,
  -- Those from here on are done; null: none yet.
  next_before text
);
insert into searches_to_fold (table_name)
  select 'incidents' where exists (select from incidents) union all
  select 'changes' where exists (select from changes) union all
  select 'requests' where exists (select from requests) union all
  select 'catalog_items' where exists (select from catalog_items) union all
  select 'cis' where exists (select from cis) union all
  select 'articles' where exists (select from articles);
