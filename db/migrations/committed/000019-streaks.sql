--! Previous: sha1:3dd1fa7d50272799db8759dc2e9fff1e03e5fff1
--! Hash: sha1:8cfd5f08c0ac756f2eec1c0707edb15424bca406

-- Days of study and the streak made of them.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.study_days (
  user_id uuid references app_public.users on delete cascade,
  day date,
  time_zone text not null default app_private.own_time_zone() check (length(time_zone) <= 64),
  primary key (user_id, day)
);
comment on table app_public.study_days is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA day, in the person''s time zone, on which they made progress. Nobody else sees it.';
comment on column app_public.study_days.day is 'The date.';
comment on column app_public.study_days.time_zone is E'@behavior -select\nThe time zone in which it was that day.';
comment on constraint study_days_user_id_fkey on app_public.study_days is E'@fieldName user\n@behavior -connection -list';
call app_private.secure_table('app_public.study_days');
create policy select_own on app_public.study_days for select to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.study_days to newline_visitor;

-- Today is asked for once, not for every day.
create function app_public.streak() returns int
language sql stable as $$
  select app_private.streak_at(now())
$$;
comment on function app_public.streak() is
  'On how many days in a row, up to today or yesterday, the signed-in person made progress. Today does not break it; 0 for a visitor.';
grant execute on function app_public.streak() to newline_visitor;

create function app_private.seconds_in(ranges int4multirange) returns int
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(ranges) r
$$;
comment on function app_private.seconds_in(int4multirange) is 'How many seconds the ranges hold.';
grant execute on function app_private.seconds_in(int4multirange) to newline_visitor;

create function app_private.streak_at(instant timestamptz) returns int
language sql stable as $$
  with today as materialized (
    select app_private.day_at(instant) as day, app_private.own_time_zone() as time_zone
  ), days as (
    select d.day, d.time_zone,
      lag(d.day, 1, (select t.day from today t)) over later as later_day,
      lag(d.time_zone, 1, (select t.time_zone from today t)) over later as later_zone
    from app_public.study_days d where d.user_id = (select app_public.current_user_id()) and d.day <= (select t.day from today t)
    window later as (order by d.day desc)
  ), runs as (
    -- A date that a journey skipped is no missed day: fewer than 24 hours lie between the end of one day and the start of the other.
    select sum(case when d.later_day - d.day <= 1 then 0
      when d.later_zone <> d.time_zone
        and d.later_day::timestamp at time zone d.later_zone - (d.day + 1)::timestamp at time zone d.time_zone < interval '24 hours' then 0
      else 1 end) over (order by d.day desc) as missed
    from days d
  )
  select count(*)::int from runs where missed = 0
$$;
comment on function app_private.streak_at(timestamptz) is
  'On how many days in a row, up to the day of the instant or the day before it, the signed-in user made progress.';
grant execute on function app_private.streak_at(timestamptz) to newline_visitor;
