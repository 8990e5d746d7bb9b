-- Notifications are deleted by age. Without it, each batch reads the table where PostgreSQL cannot skip through the recipients.
-- squawk-ignore require-concurrent-index-creation
create index notifications_created on notifications (created_at);
