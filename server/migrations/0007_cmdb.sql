-- Configuration items, how they relate to each other, and under which names scanners know them.

create sequence ci_numbers;

-- CI0000001 counting up; past seven digits simply more of them.
create function ci_id(n bigint) returns text
  language sql immutable parallel safe
  return 'CI' || lpad(n::text, greatest(7, length(n::text)), '0');

-- To the parser of PostgreSQL a host name or a serial number is one word: its parts are added, so that each finds it too.
create function words_of(names text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('english'::regconfig, names || ' ' || translate(names, '-._/:@', '      '));

create table cis (
  id text collate "C" primary key,
  name text not null,
  class text not null,
  status text not null,
  environment text,
  criticality text,
  owner text,
  support_group text,
  location text,
  ip_addresses text[] not null,
  fqdn text,
  serial_number text,
  external_id text,
  attributes jsonb not null,
  discovery_source text,
  first_discovered_at timestamptz(3),
  last_discovered_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', id), 'A') ||
    setweight(words_of(name), 'A') ||
    setweight(words_of(class || ' ' || coalesce(fqdn, '') || ' ' || coalesce(serial_number, '') || ' '
      || coalesce(external_id, '')), 'B') ||
    setweight(words_of(coalesce(location, '') || ' ' || coalesce(environment, '') || ' ' || coalesce(owner, '') || ' '
      || coalesce(support_group, '')), 'C')) stored
);

create index cis_created on cis (created_at, id) where deleted_at is null;
create index cis_updated on cis (updated_at, id) where deleted_at is null;
create index cis_name on cis (name, id) where deleted_at is null;
create index cis_class on cis (class, created_at, id) where deleted_at is null;
create index cis_serial_number on cis (lower(serial_number)) where deleted_at is null;
create index cis_fqdn on cis (fqdn) where deleted_at is null;
create index cis_external_id on cis (external_id) where deleted_at is null;
create index cis_ip_addresses on cis using gin (ip_addresses);
create index cis_search on cis using gin (search);

-- From one CI to another. Those of a deleted CI stay for audit; who reads them looks whether both ends are there.
create table ci_relationships (
  from_id text collate "C" not null,
  type text not null,
  to_id text collate "C" not null,
  primary key (from_id, type, to_id)
);

create index ci_relationships_to on ci_relationships (to_id, type, from_id);

-- What each source calls a CI. One CI may be known to several sources, but to none is one name two CIs.
create table ci_sources (
  source text not null,
  external_id text not null,
  ci_id text collate "C" not null,
  primary key (source, external_id)
);

create index ci_sources_ci on ci_sources (ci_id);
