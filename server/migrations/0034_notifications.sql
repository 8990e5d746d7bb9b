-- Who watches what, what each person wants to be notified of, and what caused a notification.

create table watches (
  subject_id text collate "C" not null,
  subject_type text not null,
  watcher_id text not null,
  watcher text not null,
  created_at timestamptz(3) not null default now(),
  primary key (subject_id, watcher_id)
);

create index watches_watcher on watches (watcher_id, created_at, subject_id);

create table notification_preferences (
  user_id text primary key,
  channels jsonb not null
);

-- The change or event behind a notification: nobody is notified of one twice.
alter table notifications add column cause text;

-- squawk-ignore require-concurrent-index-creation
create unique index notifications_cause on notifications (recipient_id, cause) where cause is not null;
