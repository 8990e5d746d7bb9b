-- Keys of accounts that were disabled or deleted before this version end now, as they would today.
update api_keys set revoked_at = now()
where revoked_at is null
  and (owner_id in (select id from users where not active or deleted_at is not null)
    or owner_id in (select id from clients where not active or deleted_at is not null));

-- A stored answer is repeated only to the rights that it was given to; null: stored by an earlier version.
alter table idempotency_keys add column rights text;

-- Whether a call must carry the time of its signature.
alter table inbound_webhooks add column require_timestamp boolean not null default false;
