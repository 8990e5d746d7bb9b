-- The vector of the sentence encoder, beside that of the static embedding. A job adds it after the passage was written.
alter table passages
  -- As `vector`: one byte per dimension behind a float that scales them.
  add column encoded bytea,
  -- The name of the model that made it; null: the job has not come to it yet.
  add column model text,
  -- Grows in the order of commits, so that every node reads only what is new.
  add column encoded_seq bigint;
create sequence encoded_passages;
-- squawk-ignore require-concurrent-index-creation
create index passages_unencoded on passages (record_id) where model is null;
-- squawk-ignore require-concurrent-index-creation
create index passages_encoded on passages (kind, encoded_seq) where encoded_seq is not null;
