-- The cached question itself: a model reads it beside a new one and says whether both ask the same.
alter table ai_cache add column question text;
