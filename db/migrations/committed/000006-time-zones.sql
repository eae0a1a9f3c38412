--! Previous: sha1:e13d9d7b5d4124a2bf68f076511abd01b68d56f3
--! Hash: sha1:a918ddfdceb0b6765f5b2b4eb09aea0bf49c431a

-- The time zone of a user and the days counted in it.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.check_time_zone() returns trigger language plpgsql as $$
begin
  if not exists (select from pg_timezone_names z where z.name = new.time_zone) then
    raise exception 'TIME_ZONE_UNKNOWN' using errcode = 'NL400', detail = jsonb_build_object('timeZone', new.time_zone)::text;
  end if;
  return new;
end $$;
comment on function app_private.check_time_zone() is 'Refuses a name that the server does not know as a time zone (NL400).';
create trigger check_time_zone before insert or update of time_zone on app_public.user_settings
  for each row when (new.time_zone <> 'UTC') execute function app_private.check_time_zone();

create function app_private.today() returns date
language sql stable as $$
  select app_private.day_at(now())
$$;
comment on function app_private.today() is 'The date of now for the signed-in user, in their time zone; in UTC for a visitor.';
grant execute on function app_private.today() to newline_visitor;

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
