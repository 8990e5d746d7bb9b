-- Notes on changes, requests and configuration items. Incidents have work notes of their own, with attachments.
create table record_notes (
  seq bigint generated always as identity,
  id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  body text not null,
  visibility text not null,
  author text not null,
  author_id text not null,
  created_at timestamptz(3) not null
);

create index record_notes_subject on record_notes (subject_id, seq);
