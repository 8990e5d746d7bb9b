-- Which records are demo data, so that exactly these can be removed again.

create table demo_records (
  id text collate "C" primary key,
  subject_type text not null
);

-- A database that has been in use was not asked at its first start: it gets no demo data unasked.
insert into instance (key, value)
select 'demo_data', '{"status": "none"}' where exists (select from clients) or exists (select from users);
