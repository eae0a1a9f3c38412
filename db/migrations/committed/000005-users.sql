--! Previous: sha1:1189ee95df80222435ae426b82d2a0286ee10eb4
--! Hash: sha1:e13d9d7b5d4124a2bf68f076511abd01b68d56f3

-- People. A row in auth."user" (better-auth) has exactly one row here, with the same id; what is
-- private (address, sessions) stays in the schema auth, what is shown to others stands here.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create domain app_public.web_address as text
  check (value ~ '^https?://[^[:space:]<>"]+$' and length(value) <= 2000);
comment on domain app_public.web_address is 'An http or https address.';

create domain app_public.media_address as text
  check (
  value ~ '^(?:(?:/media(?:/[A-Za-z0-9_~@+=,-][A-Za-z0-9_~@+=,.-]*)+)|(?:https://[a-z0-9.-]+(?::[0-9]+)?(?:[/?][^[:space:]<>"\\]*)?))$' and length(value) <= 2000
);
comment on domain app_public.media_address is 'The path of a file of this site (/media/…), or an https address.';

create domain app_public.handle as text
  check (value ~ '^[A-Za-z0-9_.-]{1,60}$');
comment on domain app_public.handle is 'A user name at another site, without @.';

create table app_public.users (
  id uuid primary key,
  username text not null check (username ~ '^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$') unique,
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
create index users_created_at_idx on app_public.users (created_at);
create index users_id_idx on app_public.users (id) where is_admin;
-- People. A part of a name, a username or an address is found by its trigrams, less than three letters by how it begins.
create index users_username_letters_idx on app_public.users using gin (username extensions.gin_trgm_ops);
create index users_name_letters_idx on app_public.users using gin (lower(name) extensions.gin_trgm_ops);
create index users_username_start_idx on app_public.users (username text_pattern_ops);
create index users_name_start_idx on app_public.users (lower(name) text_pattern_ops);
call app_private.secure_table('app_public.users');
create policy select_all on app_public.users for select to newline_visitor using (true);
create policy update_own on app_public.users for update to newline_learner
  using (id = (select app_public.current_user_id()))
  with check (id = (select app_public.current_user_id()));
grant select on app_public.users to newline_visitor;
grant update (username, name, profile_image_url, employment_title, employer_name, biography, website_url, github_username, twitter_username,
  linked_in_url) on app_public.users to newline_learner;
create trigger touch before update on app_public.users
  for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.users', 'users', 'user');
alter table app_private.user_quotas add constraint user_quotas_user_id_fkey foreign key (user_id) references app_public.users on delete cascade;

create function app_public.users_display_name(person app_public.users) returns text
language sql stable as $$ select coalesce(person.name, person.username) $$;
comment on function app_public.users_display_name(app_public.users) is 'The name, or the username when there is none. Never null.';
grant execute on function app_public.users_display_name(app_public.users) to newline_visitor;

create type app_public.mail_rhythm as enum ('AT_ONCE', 'DAILY', 'WEEKLY', 'NONE');
comment on type app_public.mail_rhythm is
  'When notices are mailed: immediately, with at most one mail for each discussion in a quarter of an hour; together at eight in the morning; on Mondays; or not at all. In the user''s time zone.';

create table app_public.user_settings (
  user_id uuid primary key references app_public.users on delete cascade,
  time_zone text not null default 'UTC' check (length(time_zone) <= 64),
  has_shortcuts boolean not null default true,
  updated_at timestamptz not null default now(),
  mail_notices app_public.mail_rhythm not null default 'AT_ONCE',
  follows_browser_time_zone boolean not null default true
);
comment on table app_public.user_settings is E'@behavior -insert -delete -query:resource:connection -query:resource:list\nWhat only the person themselves sees.';
comment on column app_public.user_settings.time_zone is
  'IANA name. Days of a streak, daily and weekly emails follow it. A change by the user ends following the browser.';
comment on column app_public.user_settings.has_shortcuts is 'False when the person has turned single-key shortcuts off.';
comment on column app_public.user_settings.mail_notices is 'When notices are mailed; a discussion may have a rhythm of its own.';
comment on column app_public.user_settings.follows_browser_time_zone is
  'True until the user picks a time zone: then it is the one of the browser that the user visited with last.';
comment on constraint user_settings_user_id_fkey on app_public.user_settings is E'@fieldName user\n@foreignFieldName settings';
call app_private.secure_table('app_public.user_settings');
create policy select_own on app_public.user_settings for select to newline_learner
  using (user_id = (select app_public.current_user_id()));
create policy update_own on app_public.user_settings for update to newline_learner
  using (user_id = (select app_public.current_user_id()))
  with check (user_id = (select app_public.current_user_id()));
grant select on app_public.user_settings to newline_visitor;
grant update (time_zone, has_shortcuts, mail_notices, follows_browser_time_zone) on app_public.user_settings to newline_learner;
create trigger touch before update on app_public.user_settings
  for each row execute function app_private.touch_updated_at();

create function app_public.viewer() returns app_public.users
language sql stable as $$
  select u from app_public.users u where u.id = app_public.current_user_id()
$$;
comment on function app_public.viewer() is 'The signed-in person; null for a visitor.';
grant execute on function app_public.viewer() to newline_visitor;

create function app_private.add_user() returns trigger
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

create function app_private.person_details(person uuid, more jsonb default '{}') returns jsonb
language sql stable as $$
  select jsonb_build_object('username', (select u.username from app_public.users u where u.id = person)) || coalesce(more, '{}')
$$;
comment on function app_private.person_details(uuid, jsonb) is 'Details of a line about a person: the username, and more. Not granted.';
