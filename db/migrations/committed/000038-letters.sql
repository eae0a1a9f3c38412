--! Previous: sha1:3aad84416d714d2b47164044cf54c92dd7c7236d
--! Hash: sha1:2630923b1b4abfe33f52b3d3f672eb4ea4b04f78

-- Letters: what the service that sends them was told of each address, and what ends them.

alter table app_private.newsletter_subscribers
  add column told_state text check (told_state in ('CONFIRMED', 'UNSUBSCRIBED')),
  add column tell_after timestamptz not null default now(),
  add column tries integer not null default 0 check (tries >= 0),
  add column trouble text check (length(trouble) <= 300);
comment on column app_private.newsletter_subscribers.told_state is 'What the service was told last; null before.';
comment on column app_private.newsletter_subscribers.tell_after is 'When it is told next, where it has to be.';
comment on column app_private.newsletter_subscribers.tries is 'How often it was told of this state, or is being told.';
comment on column app_private.newsletter_subscribers.trouble is 'What the service answered when it did not take it; null otherwise.';
create index newsletter_subscribers_untold_idx on app_private.newsletter_subscribers (tell_after)
  where state <> 'PENDING' and told_state is distinct from state;

create or replace function app_public.confirm_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.newsletter_subscribers s set state = 'CONFIRMED', confirmed_at = coalesce(s.confirmed_at, now()),
      tell_after = case when s.state = 'CONFIRMED' then s.tell_after else now() end,
      tries = case when s.state = 'CONFIRMED' then s.tries else 0 end
    where s.token_hash = sha256(convert_to(confirm_newsletter.token, 'UTF8'))
      and (s.state = 'CONFIRMED' or s.state = 'PENDING' and s.asked_at > now() - interval '14 days');
  if not found then
    raise exception 'This link is too old, or it was never ours. Sign up once more.' using errcode = 'NL404';
  end if;
  return true;
end $$;

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
comment on function app_private.newsletter_copies() is 'Of how many addresses the service has still to be told, how many it was told in vain, and what it answered last.';

-- Addresses of pages that came later.
alter table app_public.permalinks
  drop constraint permalinks_reserved_check,
  add constraint permalinks_reserved_check check (path !~ '^/(api|assets|graphql|media|dev|healthz|readyz|metrics|books|courses|articles|clips|library|pricing|explore-catalog|write-with-us|discussions|search|studio|admin|account|sign-in|sign-up|sign-out|verify|reset-password|sitemap|feeds|embed|oembed|about|terms|privacy|accessibility|newsletter|share|portraits|sitemaps|notices|checkout|invitations|events|demo-desk)(/|$)'
    or path ~ '^/(books|courses|articles)/[^/]+$');

do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.leave_newsletter(text), app_private.next_newsletter_copy(),
      app_private.end_newsletter_copy(uuid, text, text), app_private.newsletter_copies() to newline_worker;
  end if;
end $$;
