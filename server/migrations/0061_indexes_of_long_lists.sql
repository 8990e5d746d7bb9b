-- Lists and lookups that read whole tables after years of use, or after a large import. The tables come in the order in which
-- writers take them, so that none of these waits for this transaction while it waits for them.

-- Members of a group, who are notified of new incidents.
-- squawk-ignore require-concurrent-index-creation
create index users_groups on users using gin (groups);
-- Names behind addresses, also of people who have left: users_email has only the others.
-- squawk-ignore require-concurrent-index-creation
create index users_any_email on users (lower(email));

-- Lists and counts of the incidents of a CI; replaces incidents_ci.
-- squawk-ignore require-concurrent-index-creation
create index incidents_ci_created on incidents (ci_id, created_at, id) include (state)
  where ci_id is not null and deleted_at is null;

-- Totals of an assignee before PostgreSQL 18, which finds them in incident_totals_kinds by skipping.
-- squawk-ignore require-concurrent-index-creation
create index incident_totals_assignee on incident_totals (assigned_to) where level = 'assignee';

-- The audit log by action, by type of subject and by time. Creating or editing an incident writes to neither of the first two;
-- the third has one entry for each 128 pages. The first replaces audit_entries_identity.
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_action on audit_entries (action, seq) where action not in ('created', 'updated');
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_subject_type on audit_entries (subject_type, seq)
  where subject_type not in ('incident', 'ci', 'identity');
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_at on audit_entries using brin (at) with (autosummarize = on);

-- The order of the list of external references, with its tie-break; rows are written by imports alone.
-- squawk-ignore require-concurrent-index-creation
create index external_references_imported on external_references
  (imported_at, (system || ' ' || subject_type || ' ' || external_id));

-- The bell counts unread notifications only; reading one takes it out.
-- squawk-ignore require-concurrent-index-creation
create index notifications_unread on notifications (recipient_id, created_at, id) where read_at is null;

-- The event log by type. The two types that most events have are found from its end; they cost nothing here.
-- squawk-ignore require-concurrent-index-creation
create index events_rare_type on events (type, seq) where type not in ('incident.created', 'incident.updated');
