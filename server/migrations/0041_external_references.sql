-- Which record of another system a record was imported from: importing it again finds it.
create table external_references (
  system text collate "C" not null,
  subject_type text collate "C" not null,
  external_id text collate "C" not null,
  subject_id text collate "C" not null,
  url text,
  imported_at timestamptz(3) not null default now(),
  primary key (system, subject_type, external_id)
);

create index external_references_subject on external_references (subject_id);
