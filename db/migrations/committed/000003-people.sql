--! Previous: sha1:f1c045614f668f7cd87d398b33d0e0fa32321885
--! Hash: sha1:065d19e00c668b1bb4dd9b4d90b3b63c2629cdfa

-- People. A row in auth."user" (better-auth) has exactly one row here, with the same id; what is
-- private (address, sessions) stays in the schema auth, what is shown to others stands here.

create table app_public.users (
  id uuid primary key,
  username text not null unique
    check (username ~ '^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$'),
  name text check (name = btrim(name) and length(name) between 1 and 80),
  profile_image_url app_public.media_address,
  employment_title text check (length(employment_title) <= 120),
  employer_name text check (length(employer_name) <= 120),
  biography text check (length(biography) <= 2000),
  website_url app_public.web_address,
  github_username app_public.handle,
  twitter_username app_public.handle,
  linked_in_url app_public.web_address,
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table app_public.users is E'@behavior -insert -delete -query:resource:connection -query:resource:list\nA person, as others see them.';
comment on column app_public.users.username is 'Unique, lower case; the address of the profile is /@{username}.';
comment on column app_public.users.name is 'The name as the person writes it; null when not given: show displayName.';
comment on column app_public.users.employment_title is 'What the person does, in their own words.';
comment on column app_public.users.employer_name is 'Where the person works, in their own words.';
comment on column app_public.users.biography is 'A few plain sentences about the person.';
comment on column app_public.users.is_admin is 'True for staff, who may do everything.';
create index on app_public.users (created_at);
create index on app_public.users (id) where is_admin;

create function app_public.users_display_name(person app_public.users) returns text
language sql stable as $$ select coalesce(person.name, person.username) $$;
comment on function app_public.users_display_name(app_public.users) is 'The name, or the username when there is none. Never null.';
grant execute on function app_public.users_display_name(app_public.users) to newline_visitor;

call app_private.secure_table('app_public.users');
create policy select_all on app_public.users for select to newline_visitor using (true);
create policy update_own on app_public.users for update to newline_learner
  using (id = (select app_public.current_user_id()))
  with check (id = (select app_public.current_user_id()));
grant select on app_public.users to newline_visitor;
grant update (username, name, profile_image_url, employment_title, employer_name, biography,
  website_url, github_username, twitter_username, linked_in_url) on app_public.users to newline_learner;
create trigger touch before update on app_public.users
  for each row execute function app_private.touch_updated_at();

create table app_public.user_settings (
  user_id uuid primary key references app_public.users on delete cascade,
  time_zone text not null default 'UTC' check (length(time_zone) <= 64),
  has_shortcuts boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table app_public.user_settings is E'@behavior -insert -delete -query:resource:connection -query:resource:list\nWhat only the person themselves sees.';
comment on column app_public.user_settings.time_zone is 'IANA name; days of a streak are counted in it.';
comment on column app_public.user_settings.has_shortcuts is 'False when the person has turned single-key shortcuts off.';
comment on constraint user_settings_user_id_fkey on app_public.user_settings is E'@fieldName user\n@foreignFieldName settings';
call app_private.secure_table('app_public.user_settings');
create policy select_own on app_public.user_settings for select to newline_learner
  using (user_id = (select app_public.current_user_id()));
create policy update_own on app_public.user_settings for update to newline_learner
  using (user_id = (select app_public.current_user_id()))
  with check (user_id = (select app_public.current_user_id()));
grant select on app_public.user_settings to newline_visitor;
grant update (time_zone, has_shortcuts) on app_public.user_settings to newline_learner;
create trigger touch before update on app_public.user_settings
  for each row execute function app_private.touch_updated_at();

create function app_private.check_time_zone() returns trigger language plpgsql as $$
begin
  if not exists (select from pg_timezone_names z where z.name = new.time_zone) then
    raise exception 'timeZone: expected an IANA name such as Europe/Lisbon, got %.', new.time_zone using errcode = 'NL400';
  end if;
  return new;
end $$;
comment on function app_private.check_time_zone() is 'Refuses a name that the server does not know as a time zone (NL400).';
create trigger check_time_zone before insert or update of time_zone on app_public.user_settings
  for each row when (new.time_zone <> 'UTC') execute function app_private.check_time_zone();

create function app_public.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin)
$$;
comment on function app_public.is_admin() is 'True when the signed-in person is staff.';
grant execute on function app_public.is_admin() to newline_visitor;

create function app_public.viewer() returns app_public.users
language sql stable as $$
  select u from app_public.users u where u.id = app_public.current_user_id()
$$;
comment on function app_public.viewer() is 'The signed-in person; null for a visitor.';
grant execute on function app_public.viewer() to newline_visitor;

-- A username for a new account: from its name, made unique by a number.
create function app_private.free_username(wish text) returns text
language plpgsql volatile as $$
declare
  stem text := left(coalesce(nullif(btrim(regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'reader'), 32);
  tried text := rtrim(stem, '-');
  n int := 1;
begin
  while exists (select from app_public.users u where u.username = tried) loop
    n := n + 1;
    tried := rtrim(stem, '-') || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  return tried;
end $$;
comment on function app_private.free_username(text) is 'A username that nobody has: the wish in plain letters, with a number when it is taken.';

create function app_private.add_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  loop
    insert into app_public.users (id, username, name, profile_image_url)
    values (
      new.id,
      app_private.free_username(new.name), -- never from the address, which is private
      nullif(btrim(left(btrim(new.name), 80)), ''),
      case when new.image ~ '^https?://[^[:space:]<>"]+$' then left(new.image, 2000) end
    ) on conflict (username) do nothing; -- somebody of the same name signed up meanwhile
    exit when found;
  end loop;
  insert into app_public.user_settings (user_id) values (new.id);
  return new;
end $$;
comment on function app_private.add_user() is 'Gives every new account its public row and its settings, in the transaction that makes the account.';
create trigger add_user after insert on auth."user" for each row execute function app_private.add_user();

create function app_private.remove_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_public.users u where u.id = old.id;
  return old;
end $$;
comment on function app_private.remove_user() is 'A deleted account takes its public row with it; what others answered to stays as a tombstone.';
create trigger remove_user after delete on auth."user" for each row execute function app_private.remove_user();

create function app_private.copy_admin_flag() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" set "role" = case when new.is_admin then 'admin' else 'user' end where "id" = new.id;
  return null;
end $$;
comment on function app_private.copy_admin_flag() is 'Sign-in learns who is staff from the public row, in the same transaction.';
create trigger copy_admin_flag after insert or update of is_admin on app_public.users
  for each row execute function app_private.copy_admin_flag();

create function auth.make_first_admin(user_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('newline first admin')); -- two links opened at once make one administrator
  if exists (select from app_public.users u where u.is_admin) then return false; end if;
  update app_public.users u set is_admin = true where u.id = make_first_admin.user_id;
  return found;
end $$;
comment on function auth.make_first_admin(uuid) is
  'Makes a person staff while nobody is, and says whether it did. For sign-in alone: the server prints a link for it.';
grant execute on function auth.make_first_admin(uuid) to newline_auth;
