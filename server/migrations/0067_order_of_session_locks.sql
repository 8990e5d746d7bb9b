-- Sessions before what was issued for them, as when a single session ends: in opposite orders the two deadlock.
create or replace function end_sessions() returns trigger
  language plpgsql as $$
begin
  update sessions set ended_at = now()
    where id in (select id from sessions where account_id = new.id and ended_at is null order by id for update);
  delete from oidc_payloads where (model, id_hash) in (
    select model, id_hash from oidc_payloads where account_id = new.id order by model, id_hash for update);
  return null;
end $$;
