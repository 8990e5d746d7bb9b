-- Saved views of lists: filters, order and columns, private or shared with everyone.

create table views (
  id text collate "C" primary key,
  name text not null,
  noun text not null,
  filters jsonb not null,
  sort jsonb,
  columns text[] not null,
  shared boolean not null,
  owner_id text not null,
  owner text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create unique index views_name on views (owner_id, noun, lower(name)) where deleted_at is null;
create index views_shared on views (noun, created_at) where shared and deleted_at is null;
