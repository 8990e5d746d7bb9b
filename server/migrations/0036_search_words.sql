-- The words of titles and names, so that a search also finds words that are typed in part or with a mistake. Without an
-- extension, because not every PostgreSQL has pg_trgm.

create table search_words (
  word text collate "C" primary key,
  -- The word, and the word without each of its letters: two words with a common spelling are about one mistake apart.
  spellings text[] not null
);
-- squawk-ignore require-concurrent-index-creation
create index search_words_spellings on search_words using gin (spellings);

-- Writers only append words that are not known yet, so that no two of them wait for each other; a job moves them.
create table new_search_words (word text collate "C" not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function spellings_of(word text) returns text[]
  language sql immutable parallel safe
  return array(select word union
    select left(word, place - 1) || substr(word, place + 1) from generate_series(1, length(word)) as place);

-- Words of letters only: serial numbers and host names are never misspelt in the same way twice.
create function title_words(title text) returns text[]
  language sql immutable parallel safe
  return array(select word from unnest(tsvector_to_array(to_tsvector('simple', title))) as word
    where length(word) between 4 and 30 and word !~ '[^[:alpha:]]');

create function collect_search_words() returns trigger
  language plpgsql as $$
declare
  title text;
begin
  if tg_argv[0] = 'short_description' then title := new.short_description;
  elsif tg_argv[0] = 'title' then title := new.title;
  else title := new.name;
  end if;
  insert into new_search_words
    select title_word from unnest(title_words(title)) as title_word
    where not exists (select from search_words where word = title_word);
  return null;
end $$;

create trigger incidents_words_in after insert on incidents
  for each row execute function collect_search_words('short_description');
create trigger incidents_words_over after update on incidents
  for each row when (old.short_description <> new.short_description) execute function collect_search_words('short_description');
create trigger changes_words_in after insert on changes
  for each row execute function collect_search_words('short_description');
create trigger changes_words_over after update on changes
  for each row when (old.short_description <> new.short_description) execute function collect_search_words('short_description');
create trigger requests_words_in after insert on requests
  for each row execute function collect_search_words('short_description');
create trigger requests_words_over after update on requests
  for each row when (old.short_description <> new.short_description) execute function collect_search_words('short_description');
create trigger articles_words_in after insert on articles
  for each row execute function collect_search_words('title');
create trigger articles_words_over after update on articles
  for each row when (old.title <> new.title) execute function collect_search_words('title');
create trigger cis_words_in after insert on cis
  for each row execute function collect_search_words('name');
create trigger cis_words_over after update on cis
  for each row when (old.name <> new.name) execute function collect_search_words('name');
create trigger users_words_in after insert on users
  for each row execute function collect_search_words('name');
create trigger users_words_over after update on users
  for each row when (old.name <> new.name) execute function collect_search_words('name');

insert into new_search_words
  select distinct word from (
    select short_description as title from incidents union all
    select short_description from changes union all
    select short_description from requests union all
    select title from articles union all
    select name from cis union all
    select name from users) as titles, unnest(title_words(title)) as word;
