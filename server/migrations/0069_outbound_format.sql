-- Chat systems refuse the payload of the interface: they want a message.
alter table outbound_webhooks
  add column format text not null default 'event';
