-- What a cached question means, as one byte per dimension, so that a node need not encode it again. Null when the sentence
-- encoder was not there: such a question is only found by its canonical form.
alter table ai_cache add column vector bytea;
