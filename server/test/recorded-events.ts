/** Every event, whether or not it has been passed on yet; in their order by `place`. */
export const told = `(
  select row_number() over (order by passed_on desc, seq) as place, * from (
    select true as passed_on, seq, id, type, subject_id, actor_id, data from events
    union all select false, seq, id, type, subject_id, actor_id, data from outbox) as moved) as told`
