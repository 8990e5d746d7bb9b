-- The counted days of all priorities together: a question that names no priority reads a quarter of the rows. PostgreSQL
-- keeps them itself, because a node of the version before may count a day, too.
create table incident_day_totals (
  date date not null,
  facet text not null,
  value text,
  created integer not null,
  resolved integer not null,
  resolution_ms bigint not null
);
create unique index incident_day_totals_date on incident_day_totals (facet, date, value)
  include (created, resolved, resolution_ms) nulls not distinct;

create function add_day_totals() returns trigger
  language plpgsql as $$
begin
  insert into incident_day_totals
    select date, facet, value, sum(created), sum(resolved), sum(resolution_ms) from added group by 1, 2, 3;
  return null;
end $$;

create function remove_day_totals() returns trigger
  language plpgsql as $$
begin
  delete from incident_day_totals where date in (select date from removed);
  return null;
end $$;

-- A day is deleted and counted as a whole.
create trigger incident_days_added after insert on incident_days
  referencing new table as added for each statement execute function add_day_totals();
create trigger incident_days_removed after delete on incident_days
  referencing old table as removed for each statement execute function remove_day_totals();

insert into incident_day_totals
  select date, facet, value, sum(created), sum(resolved), sum(resolution_ms) from incident_days group by 1, 2, 3;
