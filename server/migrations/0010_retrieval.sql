-- What the AI layer searches: passages of published articles and of resolved incidents, and how many records contain a word.

-- Records whose passages are due to be written anew. Rows are only added, so that a change which commits while another
-- one of the same record is being indexed leaves a row of its own.
create table index_queue (
  seq bigint generated always as identity primary key,
  kind text not null,
  record_id text collate "C" not null
);

-- By trigger, so that imports, demo data and whatever comes later are found too, in the transaction of the change.
create function queue_for_index() returns trigger
  language plpgsql as $$
begin
  insert into index_queue (kind, record_id) values (tg_argv[0], coalesce(new.id, old.id));
  return null;
end $$;

create trigger articles_indexed_in after insert on articles
  for each row when (new.state = 'published') execute function queue_for_index('article');
create trigger articles_indexed_over after update on articles
  for each row when ((old.title, old.body, old.state, old.deleted_at) is distinct from (new.title, new.body, new.state, new.deleted_at)
    and (old.state = 'published' or new.state = 'published'))
  execute function queue_for_index('article');
create trigger articles_indexed_out after delete on articles
  for each row execute function queue_for_index('article');

create trigger incidents_indexed_in after insert on incidents
  for each row when (new.state in ('resolved', 'closed')) execute function queue_for_index('incident');
create trigger incidents_indexed_over after update on incidents
  for each row when (old.version <> new.version and (old.state in ('resolved', 'closed') or new.state in ('resolved', 'closed')))
  execute function queue_for_index('incident');
create trigger incidents_indexed_out after delete on incidents
  for each row when (old.state in ('resolved', 'closed')) execute function queue_for_index('incident');

-- What resolved an incident: the note that was written with the transition, else the last one before it. Only notes that
-- every reader of the incident sees.
create function incident_resolution(incident_id text, resolved_at timestamptz) returns text
  language sql stable parallel safe
  return (select body from work_notes
    where work_notes.incident_id = incident_resolution.incident_id and visibility in ('public', 'team')
      and created_at <= incident_resolution.resolved_at
    order by seq desc limit 1);

-- One table per kind: a word that half of the incidents contain must not slow down a search for articles.
create table passages (
  kind text not null,
  record_id text collate "C" not null,
  place integer not null,
  title text not null,
  heading text not null,
  body text not null,
  -- How often each term is in heading and body, and how many there are in all.
  counts jsonb not null,
  length integer not null,
  title_terms text[] not null,
  -- The same terms and those of the title, to find candidates by.
  words tsvector not null,
  -- One byte per dimension behind a float that scales them.
  vector bytea not null,
  primary key (kind, record_id, place)
) partition by list (kind);
create table article_passages partition of passages for values in ('article');
create table incident_passages partition of passages for values in ('incident');
create index passages_words on passages using gin (words);

create table index_terms (
  kind text not null,
  term text collate "C" not null,
  records bigint not null,
  primary key (kind, term)
) with (fillfactor = 80);

-- `version` grows with every change: what was worked out from an older one is out of date.
create table index_totals (
  kind text primary key,
  records bigint not null default 0,
  passages bigint not null default 0,
  terms bigint not null default 0,
  version bigint not null default 0
);
insert into index_totals (kind) values ('article'), ('incident');

insert into index_queue (kind, record_id)
  select 'article', id from articles where state = 'published' and deleted_at is null
  union all select 'incident', id from incidents where state in ('resolved', 'closed') and deleted_at is null;
