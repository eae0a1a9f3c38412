--! Previous: sha1:a3d73f3ec7c892844c07f22dfff1f3070fd47c15
--! Hash: sha1:387400683e5c8375eda77d92eddccb0209253244

-- The newsletter: who asked for it, and who said so once more by mail. The list is kept here; a service may get a copy.

create table app_private.newsletter_subscribers (
  id uuid primary key default app_public.new_id(),
  email text not null check (email = lower(email) and length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  first_name text check (length(first_name) between 1 and 80),
  list_id text not null check (length(list_id) between 1 and 120),
  tags text[] not null check (cardinality(tags) <= 20),
  state text not null default 'PENDING' check (state in ('PENDING', 'CONFIRMED', 'UNSUBSCRIBED')),
  token_hash bytea not null check (length(token_hash) = 32),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint newsletter_subscribers_email_key unique (email),
  constraint newsletter_subscribers_token_key unique (token_hash),
  constraint newsletter_subscribers_confirmed_check check ((state = 'PENDING') = (confirmed_at is null))
);
comment on table app_private.newsletter_subscribers is 'Addresses that asked for the newsletter. Only CONFIRMED ones get it.';
comment on column app_private.newsletter_subscribers.list_id is 'The list at the service that letters are sent by.';
comment on column app_private.newsletter_subscribers.tags is 'What the service is told beside the address.';
comment on column app_private.newsletter_subscribers.token_hash is 'SHA-256 of the token in the link of the last mail.';
comment on column app_private.newsletter_subscribers.asked_at is 'When the last mail with a link was asked for.';
comment on column app_private.newsletter_subscribers.confirmed_at is 'When the link was followed; null before.';
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
  update app_private.newsletter_subscribers s set state = 'CONFIRMED', confirmed_at = coalesce(s.confirmed_at, now())
    where s.token_hash = sha256(convert_to(confirm_newsletter.token, 'UTF8'))
      and (s.state = 'CONFIRMED' or s.state = 'PENDING' and s.asked_at > now() - interval '14 days');
  if not found then
    raise exception 'This link is too old, or it was never ours. Sign up once more.' using errcode = 'NL404';
  end if;
  return true;
end $$;
comment on function app_public.confirm_newsletter(text) is
  'Confirms an address by the token of the link in its mail; again and again the same. A link holds for 14 days. Errors: NOT_FOUND.';
grant execute on function app_public.confirm_newsletter(text) to newline_visitor;
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant usage on schema app_private to newline_worker;
    grant execute on function app_private.ask_newsletter(text, text, text, text[], bytea) to newline_worker;
  end if;
end $$;
