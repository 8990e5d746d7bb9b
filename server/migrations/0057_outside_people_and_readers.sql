-- People of an external identity provider are looked up by their address, and found by a misspelt name, as users are.

-- squawk-ignore require-concurrent-index-creation
create index outside_people_email on outside_people (lower(email));

create trigger outside_people_words_in after insert on outside_people
  for each row execute function collect_search_words('name');
create trigger outside_people_words_over after update on outside_people
  for each row when (old.name <> new.name) execute function collect_search_words('name');

insert into new_search_words
  select distinct title_word from outside_people, unnest(title_words(name)) as title_word
  where not exists (select from search_words as known where known.word = title_word);

-- Only a caller with one of these roles reads the notification; null: everyone to whom it was sent.
alter table notifications add column readers text[];

-- Mentions repeat the start of the note.
update notifications set readers = '{knowledge_editor,itsm_manager,super_admin}'
where kind = 'mentioned' and exists (
  select from record_notes where id = cause and subject_type = 'article');

update notifications as sent set readers = '{itsm_agent,itsm_manager,super_admin,auditor,change_approver}'
where kind = 'mentioned' and readers is null and (
  exists (select from record_notes where id = cause and visibility = 'internal')
  or exists (
    select from work_notes
    where incident_id = sent.subject_id and visibility = 'internal' and left(body, 200) = left(message, 200)));
