--! Previous: sha1:688d9792f06cbdc32021dca56557ea78a3172173
--! Hash: sha1:226042e746ddaa001e9b9ec19919f1b43b39dd71

-- Days are counted in the time zone of the user's browser until the user picks one, and a change of time zone neither breaks nor doubles a day.

alter table app_public.user_settings add column follows_browser_time_zone boolean not null default true;
update app_public.user_settings set follows_browser_time_zone = false where time_zone <> 'UTC';
comment on column app_public.user_settings.time_zone is
  'IANA name. Days of a streak, daily and weekly emails follow it. A change by the user ends following the browser.';
comment on column app_public.user_settings.follows_browser_time_zone is
  'True until the user picks a time zone: then it is the one of the browser that the user visited with last.';
grant update (follows_browser_time_zone) on app_public.user_settings to newline_learner;

create function app_private.pick_time_zone() returns trigger language plpgsql as $$
begin
  new.follows_browser_time_zone := new.follows_browser_time_zone and not old.follows_browser_time_zone;
  return new;
end $$;
comment on function app_private.pick_time_zone() is 'trigger: who picks a time zone no longer follows the browser.';
create trigger pick_time_zone before update of time_zone on app_public.user_settings
  for each row when (new.time_zone <> old.time_zone) execute function app_private.pick_time_zone();

create function app_public.use_browser_time_zone(time_zone text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  current text;
begin
  select s.time_zone into current from app_public.user_settings s
    where s.user_id = me and s.follows_browser_time_zone and s.time_zone <> use_browser_time_zone.time_zone for no key update;
  -- A browser may be newer than the server and know a time zone that the server doesn't: then nothing changes.
  if current is not null and length(use_browser_time_zone.time_zone) <= 64
    and exists (select from pg_catalog.pg_timezone_names z where z.name = use_browser_time_zone.time_zone) then
    update app_public.user_settings s set time_zone = use_browser_time_zone.time_zone where s.user_id = me;
    update app_public.user_settings s set follows_browser_time_zone = true where s.user_id = me;
  end if;
  return (select s.time_zone from app_public.user_settings s where s.user_id = me);
end $$;
comment on function app_public.use_browser_time_zone(text) is
  'Stores the time zone of the signed-in user''s browser unless the user picked another. Returns the one that counts; an unknown one changes nothing. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.use_browser_time_zone(text) to newline_visitor;

create function app_private.own_time_zone() returns text
language sql stable as $$
  select coalesce((select s.time_zone from app_public.user_settings s where s.user_id = app_public.current_user_id()), 'UTC')
$$;
comment on function app_private.own_time_zone() is 'The time zone of the signed-in user; UTC for a visitor.';
grant execute on function app_private.own_time_zone() to newline_visitor;

alter table app_public.study_days add column time_zone text not null default app_private.own_time_zone() check (length(time_zone) <= 64);
update app_public.study_days d set time_zone = s.time_zone from app_public.user_settings s where s.user_id = d.user_id;
comment on column app_public.study_days.time_zone is E'@behavior -select\nThe time zone in which it was that day.';

create function app_private.day_at(instant timestamptz) returns date
language sql stable as $$
  select coalesce((
    select d.day from app_public.study_days d
    where d.user_id = (select app_public.current_user_id()) and d.day between instant::date - 3 and instant::date + 3
      and instant >= d.day::timestamp at time zone d.time_zone and instant < (d.day + 1)::timestamp at time zone d.time_zone
    order by d.day desc limit 1), (instant at time zone app_private.own_time_zone())::date)
$$;
comment on function app_private.day_at(timestamptz) is
  'The date of an instant for the signed-in user. A day that was counted lasts until it ends in the time zone where it began, so that a journey doesn''t make it two.';
grant execute on function app_private.day_at(timestamptz) to newline_visitor;

create or replace function app_private.today() returns date
language sql stable as $$
  select app_private.day_at(now())
$$;
comment on function app_private.today() is 'The date of now for the signed-in user, in their time zone; in UTC for a visitor.';

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
comment on function app_private.streak_at(timestamptz) is 'On how many days in a row, up to the day of the instant or the day before it, the signed-in user made progress.';
grant execute on function app_private.streak_at(timestamptz) to newline_visitor;

create or replace function app_public.streak() returns int
language sql stable as $$
  select app_private.streak_at(now())
$$;
