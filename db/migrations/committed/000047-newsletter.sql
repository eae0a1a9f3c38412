--! Previous: sha1:e24e66aef724fa219635d2827ee207d766246a3d
--! Hash: sha1:ba5c5f56a2fc5debbb90cf521f2b02b7680fdaa7

-- The newsletter and its subscribers.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- The newsletter: who subscribed, and who confirmed it by email. The list is stored here; a service may get a copy.
create table app_private.newsletter_subscribers (
  id uuid primary key default app_public.new_id(),
  email text not null check (email = lower(email) and length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$') unique,
  first_name text check (length(first_name) between 1 and 80),
  list_id text not null check (length(list_id) between 1 and 120),
  tags text[] not null check (cardinality(tags) <= 20),
  state text not null default 'PENDING' check (state in ('PENDING', 'CONFIRMED', 'UNSUBSCRIBED')),
  token_hash bytea not null check (length(token_hash) = 32),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  told_state text check (told_state in ('CONFIRMED', 'UNSUBSCRIBED')),
  tell_after timestamptz not null default now(),
  tries int not null default 0 check (tries >= 0),
  trouble text check (length(trouble) <= 300),
  constraint newsletter_subscribers_confirmed_check check ((state = 'PENDING') = (confirmed_at is null)),
  constraint newsletter_subscribers_token_key unique (token_hash)
);
comment on table app_private.newsletter_subscribers is 'Addresses that asked for the newsletter. Only CONFIRMED ones get it.';
comment on column app_private.newsletter_subscribers.list_id is 'The list at the service that letters are sent by.';
comment on column app_private.newsletter_subscribers.tags is 'What the service is told beside the address.';
comment on column app_private.newsletter_subscribers.token_hash is 'SHA-256 of the token in the link of the last mail.';
comment on column app_private.newsletter_subscribers.asked_at is 'When the last mail with a link was asked for.';
comment on column app_private.newsletter_subscribers.confirmed_at is 'When the link was followed; null before.';
comment on column app_private.newsletter_subscribers.told_state is 'What the service was told last; null before.';
comment on column app_private.newsletter_subscribers.tell_after is 'When it is told next, where it has to be.';
comment on column app_private.newsletter_subscribers.tries is 'How often it was told of this state, or is being told.';
comment on column app_private.newsletter_subscribers.trouble is 'What the service answered when it did not take it; null otherwise.';
create index newsletter_subscribers_untold_idx on app_private.newsletter_subscribers (tell_after)
  where state <> 'PENDING' and told_state is distinct from state;
create index newsletter_email_letters_idx on app_private.newsletter_subscribers using gin (email extensions.gin_trgm_ops);
call app_private.secure_table('app_private.newsletter_subscribers');

create function app_private.ask_newsletter(email text, first_name text, list_id text, tags text[], token_hash bytea) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with asked as (
    insert into app_private.newsletter_subscribers as s (email, first_name, list_id, tags, token_hash)
      values (lower(ask_newsletter.email), ask_newsletter.first_name, ask_newsletter.list_id, ask_newsletter.tags, ask_newsletter.token_hash)
    on conflict on constraint newsletter_subscribers_email_key do update set
      first_name = coalesce(excluded.first_name, s.first_name), list_id = excluded.list_id,
      tags = (select array_agg(distinct t) from unnest(s.tags || excluded.tags) t),
      token_hash = excluded.token_hash, asked_at = now(), state = 'PENDING', confirmed_at = null
      where s.state <> 'CONFIRMED' and s.asked_at < now() - interval '1 minute'
    returning true)
  select exists (select from asked)
$$;
comment on function app_private.ask_newsletter(text, text, text, text[], bytea) is
  'Takes an address down for the newsletter. True when a mail with a link has to go there: not for one that is confirmed, nor twice within a minute.';

create function app_public.confirm_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.newsletter_subscribers s set state = 'CONFIRMED', confirmed_at = coalesce(s.confirmed_at, now()),
      tell_after = case when s.state = 'CONFIRMED' then s.tell_after else now() end,
      tries = case when s.state = 'CONFIRMED' then s.tries else 0 end
    where s.token_hash = sha256(convert_to(confirm_newsletter.token, 'UTF8'))
      and (s.state = 'CONFIRMED' or s.state = 'PENDING' and s.asked_at > now() - interval '14 days');
  if not found then
    raise exception 'NEWSLETTER_LINK_INVALID' using errcode = 'NL404';
  end if;
  return true;
end $$;
comment on function app_public.confirm_newsletter(text) is
  'Confirms an address by the token of the link in its mail; again and again the same. A link holds for 14 days. Errors: NOT_FOUND.';
grant execute on function app_public.confirm_newsletter(text) to newline_visitor;

create function app_private.leave_newsletter(email text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with forgotten as (
    -- The service never heard of it, or has been told that it left.
    delete from app_private.newsletter_subscribers s
      where s.email = lower(leave_newsletter.email) and s.state = 'PENDING' and s.told_state is distinct from 'CONFIRMED'
      returning true),
  ended as (
    update app_private.newsletter_subscribers s
      set state = 'UNSUBSCRIBED', confirmed_at = coalesce(s.confirmed_at, now()), tell_after = now(), tries = 0
      where s.email = lower(leave_newsletter.email) and (s.state = 'CONFIRMED' or s.state = 'PENDING' and s.told_state = 'CONFIRMED')
      returning true)
  select exists (select from forgotten) or exists (select from ended)
$$;
comment on function app_private.leave_newsletter(text) is
  'Ends the letters to an address, or forgets one that was never confirmed. True when there was something to end. Whoever calls has checked the link.';

create function app_private.next_newsletter_copy(out id uuid, out email text, out first_name text, out list_id text, out tags text[], out state text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.newsletter_subscribers s
    set tries = s.tries + 1, tell_after = now() + least(interval '1 minute' * 2 ^ s.tries, interval '12 hours')
    where s.id = (select n.id from app_private.newsletter_subscribers n
      where n.state <> 'PENDING' and n.told_state is distinct from n.state and not (n.state = 'UNSUBSCRIBED' and n.told_state is null)
        and n.tell_after <= now() and n.tries < 20
      order by n.tell_after limit 1 for update skip locked)
    returning s.id, s.email, s.first_name, s.list_id, s.tags, s.state
$$;
comment on function app_private.next_newsletter_copy() is
  'The next address of which the service has to be told, taken by one process at a time; all null when there is none. It comes again after a minute, then two, then four, at most twelve hours, twenty times.';

create function app_private.end_newsletter_copy(id uuid, state text, trouble text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.newsletter_subscribers s
    set told_state = case when end_newsletter_copy.trouble is null then end_newsletter_copy.state else s.told_state end,
      trouble = left(end_newsletter_copy.trouble, 300)
    where s.id = end_newsletter_copy.id
$$;
comment on function app_private.end_newsletter_copy(uuid, text, text) is
  'Notes that the service was told of a state, or what it answered instead. What changed meanwhile is told anew.';

create function app_private.newsletter_copies(out waiting bigint, out given_up bigint, out last_trouble text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) filter (where s.tries < 20), count(*) filter (where s.tries >= 20),
      (array_agg(s.trouble order by s.tell_after desc) filter (where s.trouble is not null))[1]
    from app_private.newsletter_subscribers s
    where s.state <> 'PENDING' and s.told_state is distinct from s.state and not (s.state = 'UNSUBSCRIBED' and s.told_state is null)
$$;
comment on function app_private.newsletter_copies() is
  'Of how many addresses the service has still to be told, how many it was told in vain, and what it answered last.';

create type app_public.newsletter_state as enum ('PENDING', 'CONFIRMED', 'UNSUBSCRIBED');
comment on type app_public.newsletter_state is 'PENDING: asked, and not said so once more by mail. Only CONFIRMED addresses get letters.';

create type app_public.newsletter_address as (
  id uuid,
  email text,
  first_name text,
  state app_public.newsletter_state,
  asked_at timestamptz,
  confirmed_at timestamptz
);
comment on type app_public.newsletter_address is 'An address that asked for the newsletter.';
comment on column app_public.newsletter_address.email is 'Where letters go.';
comment on column app_public.newsletter_address.first_name is 'How letters greet; null when not given.';
comment on column app_public.newsletter_address.asked_at is 'When a mail with a link was asked for last.';
comment on column app_public.newsletter_address.confirmed_at is 'When the link was followed; null before.';

create function app_public.newsletter_addresses(search text default null, state app_public.newsletter_state default null, before uuid default null, at_most int default 50)
returns setof app_public.newsletter_address
language plpgsql stable rows 50 security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return query select n.id, n.email, n.first_name, n.state::app_public.newsletter_state, n.asked_at, n.confirmed_at from app_private.newsletter_subscribers n
    where n.email like app_private.like_pattern(coalesce(search, '')) and (newsletter_addresses.state is null or n.state = newsletter_addresses.state::text)
      and (before is null or n.id < before) order by n.id desc limit least(greatest(coalesce(at_most, 50), 1), 101);
end $$;
comment on function app_public.newsletter_addresses(text, app_public.newsletter_state, uuid, int) is
  'For staff: addresses of the newsletter, newest first, at most 101. search is a part of the address; before is the id of the last of the page above. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.newsletter_addresses(text, app_public.newsletter_state, uuid, int) to newline_visitor;

create function app_public.remove_newsletter_address(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  delete from app_private.newsletter_subscribers n where n.id = remove_newsletter_address.id;
  if not found then raise exception 'NEWSLETTER_ADDRESS_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('newsletter.remove', 'newsletter_address', remove_newsletter_address.id);
  return true;
end $$;
comment on function app_public.remove_newsletter_address(uuid) is
  'Forgets an address of the newsletter. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.remove_newsletter_address(uuid) to newline_visitor;

create function app_public.export_newsletter(state app_public.newsletter_state default 'CONFIRMED') returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  rows_text text;
  row_count int;
begin
  perform app_private.require_admin();
  select string_agg(concat_ws(',', app_private.csv_cell(n.email), app_private.csv_cell(n.first_name), app_private.csv_cell(n.state),
      app_private.csv_cell(to_char(n.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
      app_private.csv_cell(to_char(n.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), E'\r\n' order by n.id), count(*)
    into rows_text, row_count from app_private.newsletter_subscribers n where export_newsletter.state is null or n.state = export_newsletter.state::text;
  perform app_private.audit('newsletter.export', 'newsletter', null, jsonb_build_object('state', export_newsletter.state, 'addresses', row_count));
  return concat_ws(E'\r\n', 'email,first_name,state,asked_at,confirmed_at', rows_text) || E'\r\n';
end $$;
comment on function app_public.export_newsletter(app_public.newsletter_state) is
  'The addresses of the newsletter as a CSV file, the confirmed ones unless another state is asked for; with a null state all of them. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.export_newsletter(app_public.newsletter_state) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.ask_newsletter(text, text, text, text[], bytea),
    app_private.leave_newsletter(text),
    app_private.next_newsletter_copy(),
    app_private.end_newsletter_copy(uuid, text, text),
    app_private.newsletter_copies()
    to %s', worker);
end $$;
