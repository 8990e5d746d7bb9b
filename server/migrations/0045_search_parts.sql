-- The index of words also knows the part of the incidents, the state and the priority: a search counts part after part until it
-- has enough, instead of collecting every match of a common word first. A part is the incidents whose ids begin alike.
-- squawk-ignore require-concurrent-index-creation
create index incidents_search_parts on incidents
  using gin (search, (array[left(id, 6), left(id, 5), left(id, 5) || state, left(id, 5) || priority]))
  -- Every search of a part reads what is not sorted in yet, so that stays short.
  with (gin_pending_list_limit = 512);
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_search;
