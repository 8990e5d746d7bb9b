-- How a change ended and when, for success rates.
alter table changes
  add column close_code text,
  add column close_notes text,
  add column closed_at timestamptz(3);

update changes set closed_at = coalesce(
  (select max(at) from audit_entries where subject_id = changes.id and subject_type = 'change'
    and changes @> '[{"field": "state", "to": "closed"}]'), updated_at)
  where state = 'closed';

-- squawk-ignore require-concurrent-index-creation
create index changes_closed on changes (closed_at) where closed_at is not null and deleted_at is null;
