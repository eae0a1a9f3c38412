--! Previous: sha1:e4091023abac5adfc634c44e8bb213c4c46f410a
--! Hash: sha1:863dfafa6a2813a46b4e48ef3e9947746b3dcf0b

-- Names are shown beside what people write: they are visible, of one line, and nobody else bears that of somebody of the staff.
create function app_private.plain_name(name text) returns text
language sql immutable parallel safe as $$
  select nullif(btrim(left(btrim(regexp_replace(regexp_replace(normalize(name, nfc),
    -- What cannot be seen, or turns the direction of what follows.
    U&'[\0001-\001f\007f-\009f\00ad\200b-\200f\2028-\202e\2060-\206f\feff]+', ' ', 'g'), '\s+', ' ', 'g')), 80)), '')
$$;
comment on function app_private.plain_name(text) is 'A name in one line of characters that can be seen, at most 80; null when nothing is left.';

create function app_private.name_to_compare(name text) returns text
language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(lower(normalize(name, nfkd)), '[^[:alnum:]]+', '', 'g'), ''), normalize(name, nfkc))
$$;
comment on function app_private.name_to_compare(text) is 'What is left of a name when case, accents, spaces and signs do not count.';

create function app_private.is_name_of_staff(name text, person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.name_to_compare(name) <> '' and exists (
    select from app_public.users u where u.is_admin and u.id <> is_name_of_staff.person
      and app_private.name_to_compare(is_name_of_staff.name) in (app_private.name_to_compare(u.name), app_private.name_to_compare(u.username)))
$$;
comment on function app_private.is_name_of_staff(text, uuid) is 'True when somebody else of the staff goes by this name. Not granted.';

create function app_private.check_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.name is distinct from app_private.plain_name(new.name) then
    raise exception 'name: expected 1 to 80 characters in one line that can be seen, without spaces around them.' using errcode = 'NL400';
  end if;
  if not new.is_admin and app_private.is_name_of_staff(new.name, new.id) then
    raise exception 'name: somebody who runs this site goes by this name. Choose another.' using errcode = 'NL409';
  end if;
  return new;
end $$;
comment on function app_private.check_name() is 'Refuses names that cannot be seen whole (NL400), and that of somebody of the staff (NL409).';
create trigger check_name before update of name on app_public.users
  for each row when (new.name is distinct from old.name) execute function app_private.check_name();

create or replace function app_private.add_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wish text := app_private.plain_name(new.name);
begin
  -- Signing up does not tell who runs the site: the name is then left open.
  if app_private.is_name_of_staff(wish, new.id) then
    wish := null;
  end if;
  loop
    insert into app_public.users (id, username, name, profile_image_url)
    values (
      new.id,
      app_private.free_username(coalesce(wish, '')), -- never from the address, which is private
      wish,
      -- What another site says of its picture is not worth a sign-up that fails.
      case when new.image ~ '^https://[a-z0-9.-]+(?::[0-9]+)?(?:[/?][^[:space:]<>"\\]*)?$' and length(new.image) <= 2000
        and app_private.is_shown_picture(new.image) then new.image end
    ) on conflict (username) do nothing; -- somebody of the same name signed up meanwhile
    exit when found;
  end loop;
  insert into app_public.user_settings (user_id) values (new.id);
  return new;
end $$;
