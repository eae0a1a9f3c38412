--! Previous: -
--! Hash: sha1:1016eff4e4f5059e2f6923116fbe2e2cde601b73

-- Schemas, the three roles a request can have, and the few functions that everything stands on.
-- The roles newline_visitor, newline_learner and newline_admin are made before the first migration
-- (db/src/roles.ts), because they belong to the whole server and not to this database.

create schema app_public;
create schema app_private;
comment on schema app_public is 'What the API shows. Every table has row-level security, forced.';
comment on schema app_private is 'What no request may touch directly: bodies, gate, counters. Reached only through listed functions.';

revoke all on schema public from public;
alter default privileges revoke execute on functions from public;
grant usage on schema app_public to newline_visitor;

-- A request is visitor < learner < admin: what a visitor may do, everyone may do.
do $$ begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    execute 'create function app_public.new_id() returns uuid language sql volatile as ''select pg_catalog.uuidv7()''';
  else
    execute $f$
      create function app_public.new_id() returns uuid language sql volatile as $b$
        -- RFC 9562, version 7: 48 bits of milliseconds, then random bits of a version 4 id.
        select encode(
          set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
              placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
      $b$ $f$;
  end if;
end $$;
comment on function app_public.new_id() is E'@behavior -*\nA time-ordered id (uuid version 7).';

create function app_public.current_user_id() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('newline.user_id', true), '')::uuid
$$;
comment on function app_public.current_user_id() is 'The id of the signed-in person, from the session; null for a visitor.';
grant execute on function app_public.current_user_id() to newline_visitor;
grant execute on function app_public.new_id() to newline_visitor;

create function app_private.own_user_id(user_id uuid) returns uuid
language plpgsql stable as $$
begin
  if app_public.current_user_id() is null then
    raise exception 'Please sign in.' using errcode = 'NL401';
  end if;
  if user_id is not null and user_id <> app_public.current_user_id() then
    raise exception 'userId must be absent or your own id.' using errcode = 'NL403';
  end if;
  return app_public.current_user_id();
end $$;
comment on function app_private.own_user_id(uuid) is
  'The session''s person. Raises NL401 without one and NL403 when the argument names somebody else: a userId in a payload decides nothing.';
grant execute on function app_private.own_user_id(uuid) to newline_visitor;
-- Names in app_private are resolved by our own SQL functions, which run as the reader; no table there is granted.
grant usage on schema app_private to newline_visitor;

create procedure app_private.secure_table(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_all on %s to current_user using (true) with check (true)', target);
end $$;
comment on procedure app_private.secure_table(regclass) is
  'Closes a table to everyone but the definer functions of this schema''s owner. Policies then open it, row by row.';

create function app_private.touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end $$;
comment on function app_private.touch_updated_at() is 'Sets updated_at on every update; it only grows.';

create domain app_public.slug as text
  check (value ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(value) <= 120);
comment on domain app_public.slug is 'Lower-case words joined by single hyphens, at most 120 characters.';

create domain app_public.web_address as text
  check (value ~ '^https?://[^[:space:]<>"]+$' and length(value) <= 2000);
comment on domain app_public.web_address is 'An http or https address.';

create domain app_public.media_address as text
  check (value ~ '^(https?://|/(?!/))[^[:space:]<>"]+$' and length(value) <= 2000);
comment on domain app_public.media_address is 'An http or https address, or a path on this site.';

create domain app_public.video_address as text
  check (value ~ '^(local:[A-Za-z0-9_-]{4,64}|https://[^[:space:]<>"]+)$' and length(value) <= 2000);
comment on domain app_public.video_address is 'local:{playbackId} for a video kept here, or the https address at a video provider.';

create domain app_public.handle as text
  check (value ~ '^[A-Za-z0-9_.-]{1,60}$');
comment on domain app_public.handle is 'A user name at another site, without @.';

create type app_public.lesson_role as enum ('INTRODUCTION', 'LESSON', 'CHAPTER', 'CHANGELOG');
comment on type app_public.lesson_role is 'What a lesson is for. A CHANGELOG does not count for progress.';
create type app_public.contribution_title as enum ('AUTHOR', 'EDITOR');
comment on type app_public.contribution_title is 'AUTHOR writes and publishes, EDITOR writes.';
create type app_public.entitlement_kind as enum ('PRO', 'COURSE', 'BOOK', 'ADVANCED');
comment on type app_public.entitlement_kind is 'PRO opens everything but masterclass, bootcamp and workshop; COURSE and BOOK one item; ADVANCED the advanced lessons of one item.';
create type app_public.topic as enum ('AI', 'FRONTEND', 'BACKEND', 'LANGUAGES', 'BASICS', 'CONCEPTS', 'ENGINEERING', 'DESIGN');
comment on type app_public.topic is 'The eight topics; each has its printed colours.';
