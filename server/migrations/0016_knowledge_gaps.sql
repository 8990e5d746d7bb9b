-- Questions that the knowledge base did not cover, and how often they were asked.
create table knowledge_gaps (
  id text collate "C" primary key,
  -- The hash of what the question comes down to, however it is worded.
  key text not null unique,
  question text not null,
  times integer not null default 1,
  first_asked_at timestamptz(3) not null,
  last_asked_at timestamptz(3) not null
);
create index knowledge_gaps_times on knowledge_gaps (times, id);
create index knowledge_gaps_last on knowledge_gaps (last_asked_at, id);
