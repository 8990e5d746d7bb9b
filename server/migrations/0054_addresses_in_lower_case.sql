-- Email addresses of records are kept in lower case, because one address has many spellings; an imported incident may have a
-- name in place of one. Only rows that differ are written: triggers write the stored text of an incident and its counts again.
update incidents set assigned_to = lower(assigned_to)
  where assigned_to like '%@%' and assigned_to <> lower(assigned_to);
update changes set assigned_to = lower(assigned_to), requested_by = lower(requested_by)
  where assigned_to <> lower(assigned_to) or requested_by <> lower(requested_by);
update requests
  set assigned_to = lower(assigned_to), requested_for = lower(requested_for), created_by = lower(created_by)
  where assigned_to <> lower(assigned_to) or requested_for <> lower(requested_for) or created_by <> lower(created_by);
