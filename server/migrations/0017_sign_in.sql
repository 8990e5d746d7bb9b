-- Signing in: whose session or token a payload of the identity provider is, and where a client's users may be sent back to.

alter table oidc_payloads add column account_id text;
-- The table holds what lives for days at most.
-- squawk-ignore require-concurrent-index-creation
create index oidc_payloads_account on oidc_payloads (account_id) where account_id is not null;

alter table clients add column redirect_uris text[] not null default '{}';

-- A raised epoch makes tokens worthless; what could buy new ones goes with it.
create function end_sessions() returns trigger
  language plpgsql as $$
begin
  delete from oidc_payloads where account_id = new.id;
  return null;
end $$;
create trigger users_end_sessions after update on users
  for each row when (old.epoch <> new.epoch) execute function end_sessions();
