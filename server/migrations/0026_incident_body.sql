-- A create brings the text of its answer along; whoever writes none, such as an import, gets it from the trigger.
drop trigger incidents_body on incidents;
create trigger incidents_body_in before insert on incidents
  for each row when (new.body = '') execute function write_incident_body();
create trigger incidents_body_over before update on incidents
  for each row execute function write_incident_body();

-- Stable, as what it calls: PostgreSQL puts the expression in place of such a call, and calls one marked immutable.
alter function iso(timestamptz) stable;
