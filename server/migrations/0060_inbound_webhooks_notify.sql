-- Whether the assignment group of an incident that a call creates is notified.
alter table inbound_webhooks add column notify_stakeholders boolean not null default true;

-- Finds the name of the webhook that did something.
-- squawk-ignore require-concurrent-index-creation
create unique index inbound_webhooks_reference on inbound_webhooks (reference);
