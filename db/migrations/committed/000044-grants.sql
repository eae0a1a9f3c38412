--! Previous: sha1:8dab594ad25f0124c8ce683fd1aecd501d8135e3
--! Hash: sha1:324eda06e4f79ec143998e26374176797899c6ce

-- Entitlements that administrators give and end.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_public.grant_entitlement(user_id uuid, kind app_public.entitlement_kind, course_id uuid default null, book_id uuid default null, ends_at timestamptz default null)
returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  given app_public.entitlements;
begin
  perform app_private.require_admin();
  insert into app_public.entitlements (user_id, kind, course_id, book_id, ends_at, source)
    values (grant_entitlement.user_id, grant_entitlement.kind, grant_entitlement.course_id, grant_entitlement.book_id, grant_entitlement.ends_at, 'grant') returning * into given;
  perform app_private.audit('grant.give', 'entitlement', given.id, app_private.person_details(given.user_id, jsonb_build_object(
    'kind', given.kind, 'courseId', given.course_id, 'bookId', given.book_id, 'endsAt', given.ends_at)));
  return given;
exception
  when check_violation then raise exception 'ENTITLEMENT_INVALID' using errcode = 'NL400';
  when foreign_key_violation then raise exception 'ENTITLEMENT_TARGET_NOT_FOUND' using errcode = 'NL404';
end $$;
comment on function app_public.grant_entitlement(uuid, app_public.entitlement_kind, uuid, uuid, timestamptz) is
  'Gives a person Pro, a title or an advanced package, until endsAt or for good. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.grant_entitlement(uuid, app_public.entitlement_kind, uuid, uuid, timestamptz) to newline_visitor;

create function app_public.end_entitlement(entitlement_id uuid) returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  given app_public.entitlements;
  origin uuid;
begin
  perform app_private.require_admin();
  select e.* into given from app_public.entitlements e where e.id = entitlement_id and (e.ends_at is null or e.ends_at > now()) for update;
  if not found then raise exception 'ENTITLEMENT_NOT_FOUND' using errcode = 'NL404'; end if;
  if given.source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$' then
    origin := split_part(given.source, ':', 2)::uuid;
    case split_part(given.source, ':', 1)
      when 'subscription' then update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = origin and s.provider = 'manual';
      when 'purchase' then update app_public.purchases p set refunded_at = now() where p.id = origin and p.provider = 'manual';
      else delete from app_public.team_members m where m.id = origin;
    end case;
    if not found then raise exception 'ENTITLEMENT_BILLED_BY_STRIPE' using errcode = 'NL409'; end if;
  else
    update app_public.entitlements e set ends_at = now(), starts_at = least(e.starts_at, now() - interval '1 microsecond') where e.id = given.id;
  end if;
  perform app_private.audit('grant.end', 'entitlement', given.id, app_private.person_details(given.user_id, jsonb_build_object(
    'kind', given.kind, 'source', split_part(given.source, ':', 1), 'courseId', given.course_id, 'bookId', given.book_id)));
  return (select e from app_public.entitlements e where e.id = given.id);
end $$;
comment on function app_public.end_entitlement(uuid) is
  'Ends what a person was given, with the manual subscription, purchase or seat it came from. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT for what is paid at Stripe.';
grant execute on function app_public.end_entitlement(uuid) to newline_visitor;

create function app_public.entitlement_list(person text default null, is_running boolean default null, before uuid default null) returns setof app_public.entitlements
language sql stable rows 50 as $$
  select e.* from app_public.entitlements e
  where (select app_public.is_admin())
    and (entitlement_list.person is null or e.user_id = (select u.id from app_public.users u where u.username = lower(btrim(entitlement_list.person, ' @'))))
    and (entitlement_list.is_running is null or entitlement_list.is_running = (e.ends_at is null or e.ends_at > now()))
    and (before is null or e.id < before)
  order by e.id desc
$$;
comment on function app_public.entitlement_list(text, boolean, uuid) is
  'For staff: what people were given or bought, newest first; by username, and with isRunning only what holds (true) or has ended (false). before is the id of the last of the page above. Empty for everybody else.';
grant execute on function app_public.entitlement_list(text, boolean, uuid) to newline_visitor;

create function app_public.give_access(username text, kind app_public.entitlement_kind, item_slug text default null, ends_at timestamptz default null)
returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  course uuid;
  book uuid;
begin
  perform app_private.require_admin();
  select u.id into person from app_public.users u where u.username = lower(btrim(give_access.username, ' @'));
  if person is null then raise exception 'USERNAME_NOT_FOUND' using errcode = 'NL404'; end if;
  if give_access.kind in ('COURSE', 'ADVANCED') then select c.id into course from app_public.courses c where c.slug = lower(btrim(item_slug)); end if;
  if give_access.kind = 'BOOK' or give_access.kind = 'ADVANCED' and course is null then select b.id into book from app_public.books b where b.slug = lower(btrim(item_slug)); end if;
  if give_access.kind is distinct from 'PRO' and num_nonnulls(course, book) = 0 then raise exception 'ITEM_SLUG_NOT_FOUND' using errcode = 'NL404'; end if;
  return app_public.grant_entitlement(person, give_access.kind, course, book, give_access.ends_at);
end $$;
comment on function app_public.give_access(text, app_public.entitlement_kind, text, timestamptz) is
  'As grantEntitlement, by username and by the slug of a course or book. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.give_access(text, app_public.entitlement_kind, text, timestamptz) to newline_visitor;
