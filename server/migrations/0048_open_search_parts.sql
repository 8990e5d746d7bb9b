-- The index of words gets keys for open incidents and for their priorities: most searches are for these, and four states were
-- four keys to combine.
-- squawk-ignore require-concurrent-index-creation
create index incidents_words on incidents
  using gin (search, (array[left(id, 6), left(id, 5), left(id, 5) || state, left(id, 5) || priority]
    || case when state in ('new', 'in_progress', 'on_hold', 'reopened')
      then array[left(id, 5) || 'open', left(id, 5) || 'open' || priority] else '{}' end))
  -- Every search of a part reads what is not sorted in yet, so that stays short.
  with (gin_pending_list_limit = 512);
