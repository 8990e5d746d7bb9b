-- Exactly what the encoder has yet to do: of an incident only its first passage is encoded, so an index of all passages
-- without a model would keep the others for good, and each look for work would read them.
-- squawk-ignore require-concurrent-index-creation
create index passages_to_encode on passages (record_id) where model is null and (kind = 'article' or place = 0);
-- squawk-ignore require-concurrent-index-deletion
drop index passages_unencoded;

-- A node that had started before pgvector was set up encoded passages without a value for it: they are encoded again.
do $$
begin
  if exists (select from pg_attribute
    where attrelid = 'passages'::regclass and attname = 'embedding' and not attisdropped) then
    update passages set model = null where model is not null and embedding is null;
  end if;
end $$;

-- When a title last had the word, so that a full dictionary forgets what is no longer used. The default is one value for
-- all rows, so nothing is rewritten.
-- squawk-ignore adding-field-with-default
alter table search_words add column seen_on date not null default current_date;
