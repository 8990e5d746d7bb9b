-- Writers append whole titles to new_search_words; the job that learns words takes the titles apart, each title once. Taking
-- them apart cost a create a sixth of its time in PostgreSQL.
--
-- The column changes its name, so that a node of the previous version cannot learn a title as a word: its job fails until it
-- is replaced. A word that waits to be learnt is a title of one word.

-- squawk-ignore renaming-column
alter table new_search_words rename column word to title;

create or replace function collect_search_words() returns trigger
  language plpgsql as $$
begin
  if tg_argv[0] = 'short_description' then insert into new_search_words values (new.short_description);
  elsif tg_argv[0] = 'title' then insert into new_search_words values (new.title);
  else insert into new_search_words values (new.name);
  end if;
  return null;
end $$;

-- Incidents that are created together append their titles together.
create function collect_incident_titles() returns trigger
  language plpgsql as $$
begin
  insert into new_search_words select short_description from new_rows;
  return null;
end $$;

drop trigger incidents_words_in on incidents;
create trigger incidents_words_in after insert on incidents
  referencing new table as new_rows for each statement execute function collect_incident_titles();
