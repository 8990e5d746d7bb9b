-- Service requests, and the catalogue of what can be asked for.

create sequence catalog_item_numbers;

create table catalog_items (
  id text collate "C" primary key,
  name text not null,
  description text,
  category text,
  -- A JSON Schema for the variables of a request.
  fields jsonb,
  approval_required boolean not null,
  assignment_group text,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', name), 'A') ||
    setweight(to_tsvector('english', coalesce(category, '')), 'B') ||
    setweight(to_tsvector('english', coalesce(description, '')), 'C')) stored
);

-- A request names an item, and must find one.
create unique index catalog_items_name on catalog_items (lower(name)) where active and deleted_at is null;
create index catalog_items_created on catalog_items (created_at, id) where deleted_at is null;
create index catalog_items_search on catalog_items using gin (search);

create sequence request_numbers;

create table requests (
  id text collate "C" primary key,
  short_description text not null,
  description text,
  item text,
  item_id text collate "C",
  category text,
  requested_for text not null,
  quantity integer not null,
  variables jsonb not null,
  priority text not null,
  assignment_group text,
  assigned_to text,
  state text not null,
  approval jsonb not null,
  created_by text not null,
  created_by_id text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(to_tsvector('english', short_description), 'A') ||
    setweight(to_tsvector('english', coalesce(item, '')), 'B') ||
    setweight(to_tsvector('english', coalesce(category, '')), 'B') ||
    setweight(to_tsvector('english', coalesce(description, '')), 'C')) stored
);

create index requests_created on requests (created_at, id) where deleted_at is null;
create index requests_state on requests (state, created_at, id) where deleted_at is null;
create index requests_item on requests (item_id) where item_id is not null;
create index requests_search on requests using gin (search);
