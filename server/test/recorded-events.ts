/** All events, dispatched or not; `position` is their order. */
export const recordedEvents = `(
  select row_number() over (order by passed_on desc, seq) as position, * from (
    select true as passed_on, seq, id, type, subject_id, actor_id, data from events
    union all select false, seq, id, type, subject_id, actor_id, data from outbox) as moved) as recorded_events`
