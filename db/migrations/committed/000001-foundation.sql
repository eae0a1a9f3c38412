--! Previous: -
--! Hash: sha1:235cbe4778c990da88c4252604c27c0e368f54ae

-- Schemas, rights, ids and the few types and functions that everything uses.
-- The roles newline_visitor, newline_learner and newline_admin belong to the whole server: db/src/roles.ts creates them before the first migration.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create schema app_public;
create schema app_private;
create schema auth;
create schema extensions;
comment on schema app_public is 'What the API shows. Every table has row-level security, forced.';
comment on schema app_private is 'What no request may touch directly: bodies, gate, counters. Reached only through listed functions.';
comment on schema auth is 'Accounts, sessions and sign-in limits, kept by better-auth. Only the login newline_auth uses it.';
comment on schema extensions is 'What PostgreSQL''s own extensions bring. No role of requests may use it.';

revoke all on schema public from public;
alter default privileges revoke execute on functions from public;
grant usage on schema app_public to newline_visitor;
grant usage on schema app_public to newline_auth;
-- Names in app_private are resolved by our own SQL functions, which run as the reader; no table there is granted.
grant usage on schema app_private to newline_visitor;
grant usage on schema auth to newline_auth;
-- The login of the jobs owns the schema graphile_worker; on a managed server it may have another name.
do $$ begin
  execute format('grant usage on schema app_private to %s', (select n.nspowner::regrole from pg_namespace n where n.nspname = 'graphile_worker'));
end $$;

create extension unaccent with schema extensions;
create extension pg_trgm with schema extensions;

create function app_public.new_id() returns uuid language sql volatile as $$
  -- RFC 9562, version 7: 48 bits of milliseconds, then random bits of a version 4 id.
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
-- PostgreSQL 18 has it itself.
do $$ begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    create or replace function app_public.new_id() returns uuid language sql volatile as 'select pg_catalog.uuidv7()';
  end if;
end $$;
comment on function app_public.new_id() is E'@behavior -*\nA time-ordered id (uuid version 7).';
grant execute on function app_public.new_id() to newline_auth, newline_visitor;

create function app_public.current_user_id() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('newline.user_id', true), '')::uuid
$$;
comment on function app_public.current_user_id() is 'The id of the signed-in person, from the session; null for a visitor.';
grant execute on function app_public.current_user_id() to newline_visitor;

create function app_private.own_user_id(user_id uuid) returns uuid
language plpgsql stable as $$
begin
  if app_public.current_user_id() is null then
    raise exception 'SIGN_IN_REQUIRED' using errcode = 'NL401';
  end if;
  if user_id is not null and user_id is distinct from app_public.current_user_id() then
    raise exception 'USER_ID_NOT_OWN' using errcode = 'NL403';
  end if;
  return app_public.current_user_id();
end $$;
comment on function app_private.own_user_id(uuid) is
  'The session''s person. Raises NL401 without one and NL403 when the argument names somebody else: a userId in a payload decides nothing.';
grant execute on function app_private.own_user_id(uuid) to newline_visitor;

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

create function app_public.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin)
$$;
comment on function app_public.is_admin() is 'True when the signed-in person is staff.';
grant execute on function app_public.is_admin() to newline_visitor;

create function app_private.plain_html(plain text) returns text
language sql immutable parallel safe as $$
  select '<p>' || regexp_replace(
    replace(replace(replace(replace(btrim(plain), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'),
    E'\\n[[:space:]]*\\n', '</p><p>', 'g') || '</p>'
$$;
comment on function app_private.plain_html(text) is 'Plain text as HTML paragraphs, escaped.';

create function app_private.count_words(texts text[]) returns int
language sql immutable parallel safe as $$ select count(*)::int from unnest(texts) t, regexp_matches(t, '\S+', 'g') $$;
comment on function app_private.count_words(text[]) is 'How many words the blocks have.';

create function app_private.lengths_of(texts text[]) returns int[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)
$$;
comment on function app_private.lengths_of(text[]) is 'How many characters each block has.';

create function app_private.split_names(words text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(regexp_replace(words, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'), '[^[:alnum:]]+', ' ', 'g')
$$;
comment on function app_private.split_names(text) is 'Words alone: camelCase and node.js come apart, so that either half is found.';

create function app_private.clean_title(title text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  cleaned text := btrim(regexp_replace(coalesce(title, ''), '\s+', ' ', 'g'));
begin
  if (length(cleaned) between 1 and 200) is not true then
    raise exception 'TITLE_LENGTH_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('max', 200, 'length', coalesce(length(cleaned), 0))::text;
  end if;
  return cleaned;
end $$;
comment on function app_private.clean_title(text) is 'The title with single spaces; raises NL400 when it is empty or too long.';

create function app_private.require_admin() returns uuid language plpgsql stable as $$
begin
  perform app_private.own_user_id(null);
  if app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  return app_public.current_user_id();
end $$;
comment on function app_private.require_admin() is 'The signed-in administrator (NL401, NL403).';

create function app_private.like_pattern(words text) returns text
language sql immutable as $$
  -- Without three letters or digits in a row there is no trigram to look up.
  select case when w ~ '[[:alnum:]]{3}' then '%' else '' end || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%'
  from (select ltrim(lower(btrim(left(words, 200))), '@') as w) v
$$;
comment on function app_private.like_pattern(text) is
  'The pattern that finds a part of something, or without three letters in a row its beginning. Not granted.';

create function app_private.csv_cell(value text) returns text
language sql immutable as $$
  -- A sheet runs what begins like a formula: an apostrophe makes it text.
  select '"' || replace(case when value ~ '^[[:space:]]*[-=+@\t\r\n|%]' then '''' || value else coalesce(value, '') end, '"', '""') || '"'
$$;
comment on function app_private.csv_cell(text) is 'A cell of a CSV file (RFC 4180) that no spreadsheet takes for a formula. Not granted.';
