-- Knowledge: articles, every version of them, and what readers think of them.

create sequence article_numbers;

-- The words of an article: its title over its tags and category over its text. Markdown is text, so that what looks like a
-- tag counts as words too. A text with more words than a tsvector takes is found by its beginning.
create function article_search(id text, title text, category text, tags text[], body text) returns tsvector
  language plpgsql immutable as $$
declare
  head constant tsvector :=
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', translate(title, '<>', '  ')), 'A') ||
    setweight(to_tsvector('english', translate(coalesce(category, '') || ' ' || array_to_string(tags, ' '), '<>', '  ')), 'B');
begin
  return head || setweight(to_tsvector('english', translate(body, '<>', '  ')), 'C');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('english', translate(left(body, 50000), '<>', '  ')), 'C');
end $$;

create table articles (
  id text collate "C" primary key,
  title text not null,
  body text not null,
  category text,
  tags text[] not null,
  state text not null,
  author text not null,
  author_id text not null,
  updated_by text not null,
  published_at timestamptz(3),
  reviewed_at timestamptz(3),
  helpful_count integer not null default 0,
  unhelpful_count integer not null default 0,
  source_incident_id text collate "C",
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (article_search(id, title, category, tags, body)) stored
);

create index articles_created on articles (created_at, id) where deleted_at is null;
create index articles_state on articles (state, created_at, id) where deleted_at is null;
create index articles_updated on articles (updated_at, id) where deleted_at is null;
create index articles_tags on articles using gin (tags);
create index articles_search on articles using gin (search);
-- An incident is written up once.
create unique index articles_source on articles (source_incident_id) where deleted_at is null and source_incident_id is not null;

-- What an article was before each of its changes; what it is now stands in articles.
create table article_versions (
  article_id text collate "C" not null references articles,
  version integer not null,
  title text not null,
  body text not null,
  category text,
  tags text[] not null,
  state text not null,
  author text not null,
  at timestamptz(3) not null,
  primary key (article_id, version)
);

create table article_votes (
  article_id text collate "C" not null references articles,
  voter_id text not null,
  voter text not null,
  helpful boolean not null,
  comment text,
  at timestamptz(3) not null,
  primary key (article_id, voter_id)
);
