--! Previous: sha1:d35b3a0288ce5ff5a9d2a0cc211cd008de05240b
--! Hash: sha1:e43fc312548c1757e0fae2116bfe24ee7e0c982c

-- The list of users is ordered by when they joined. IDs of accounts that were imported don't follow it.

create or replace function app_public.people(search text DEFAULT NULL::text, filter app_public.person_filter DEFAULT 'ANYONE'::app_public.person_filter, before uuid DEFAULT NULL::uuid, at_most integer DEFAULT 50)
 RETURNS SETOF app_public.person_entry
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'pg_catalog', 'pg_temp'
as $$
declare
  pattern text := app_private.like_pattern(coalesce(search, ''));
  wanted int := least(greatest(coalesce(at_most, 50), 1), 101);
  chosen text := case filter when 'STAFF' then 'u.is_admin'
    when 'SUSPENDED' then 'exists (select from app_public.suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now()))' else 'true' end;
  older text := case when before is null then 'true'
    else '(u.created_at, u.id) < (select b.created_at, b.id from app_public.users b where b.id = $2)' end;
  part text := 'select u.id, u.created_at from %s where %s and ' || chosen || ' and ' || older || ' order by u.created_at desc, u.id desc limit $3';
  users text := 'app_public.users u';
  ids uuid[];
begin
  perform app_private.require_admin();
  if pattern = '%' then
    execute format('select array(select f.id from (%s) f order by f.created_at desc, f.id desc)', format(part, users, 'true')) into ids using pattern, before, wanted;
  else
    -- What many have is found among the newest; the rest by its trigrams.
    execute format('select array(select f.id from (%s) f order by f.created_at desc, f.id desc)',
      format(part, '(select u.* from app_public.users u where ' || older || ' order by u.created_at desc, u.id desc limit 1000) u',
        '(u.username like $1 or lower(u.name) like $1 or (select a.email from auth."user" a where a.id = u.id) like $1)'))
      into ids using pattern, before, wanted;
    if cardinality(ids) < wanted then
      execute format('select array(select f.id from ((%s) union (%s) union (%s)) f order by f.created_at desc, f.id desc limit $3)',
        format(part, users, 'u.username like $1'), format(part, users, 'lower(u.name) like $1'),
        format(part, 'auth."user" a join app_public.users u on u.id = a.id', 'a.email like $1'))
        into ids using pattern, before, wanted;
    end if;
  end if;
  return query select u.id, u.username, app_public.users_display_name(u), u.profile_image_url::text, a.email, a."emailVerified", u.is_admin,
      exists (select from app_public.suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now())),
      app_private.has_pro(u.id), u.created_at
    from unnest(ids) with ordinality as f (id, n) join app_public.users u on u.id = f.id join auth."user" a on a.id = f.id order by f.n;
end $$;
comment on function app_public.people(text,app_public.person_filter,uuid,integer) is 'For administrators: users, newest account first, at most 101. search is part of a name, username or email address, or its beginning if it has fewer than three letters; before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
