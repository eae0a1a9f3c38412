--! Previous: sha1:a918ddfdceb0b6765f5b2b4eb09aea0bf49c431a
--! Hash: sha1:0ef6669077499f11766206111a98f44a256be23a

-- Names are shown beside what users write: they are visible, of one line, and nobody else has the name of an administrator.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- A username for a new account: from its name, made unique by a number.
create function app_private.free_username(wish text) returns text
language plpgsql volatile as $$
declare
  stem text := left(coalesce(nullif(btrim(regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'reader'), 32);
  tried text;
  n int := 1;
begin
  stem := rtrim(stem, '-');
  if app_private.is_reserved_name(stem) then stem := 'reader'; end if;
  tried := stem;
  while exists (select from app_public.users u where u.username = tried) loop
    n := n + 1;
    tried := stem || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  return tried;
end $$;
comment on function app_private.free_username(text) is
  'A username that nobody has and that is not reserved: the wish in plain letters, with a number when it is taken.';

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
    raise exception 'DISPLAY_NAME_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 80)::text;
  end if;
  if new.is_admin is not true and app_private.is_name_of_staff(new.name, new.id) then
    raise exception 'DISPLAY_NAME_RESERVED' using errcode = 'NL409';
  end if;
  return new;
end $$;
comment on function app_private.check_name() is 'Refuses names that cannot be seen whole (NL400), and that of somebody of the staff (NL409).';
create trigger check_name before update of name on app_public.users
  for each row when (new.name is distinct from old.name) execute function app_private.check_name();

-- One list of names that are neither a username nor the first part of a permalink: the site's own routes and files, and names that look
-- official. api/tests/reserved-names.test.ts walks the routes. A row that holds one keeps it.
create function app_private.is_reserved_name(name text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select name ~ '[^a-z0-9_-]' or regexp_replace(name, '[-_]?[0-9]+$', '') = any (array[
    -- Routes of the site and of its API, now or before.
    'about', 'accessibility', 'account', 'admin', 'api', 'articles', 'assets', 'books', 'checkout', 'clips', 'courses', 'demo-desk', 'dev', 'discussions',
    'embed', 'embeds', 'events', 'explore-catalog', 'feeds', 'graphql', 'healthz', 'invitations', 'library', 'media', 'metrics', 'newsletter', 'notices', 'oembed',
    'portraits', 'pricing', 'privacy', 'readyz', 'reset-password', 'search', 'share', 'sign-in', 'sign-out', 'sign-up', 'sitemap', 'sitemaps', 'studio',
    'terms', 'unsubscribe', 'verify', 'webhooks', 'write-with-us', 'first-admin', 'setup',
    -- Paths that browsers, crawlers and apps ask for, or that people type.
    'android-chrome', 'apple-app-site-association', 'apple-touch-icon', 'assetlinks', 'auth', 'blog', 'browserconfig', 'careers', 'contact', 'cookies', 'dashboard', 'docs', 'download',
    'downloads', 'faq', 'favicon', 'feed', 'forgot-password', 'guidelines', 'health', 'help', 'home', 'icon', 'images', 'imprint', 'inbox', 'index', 'jobs', 'legal', 'licenses',
    'llms', 'login', 'logout', 'manifest', 'messages', 'notifications', 'oauth', 'password', 'payment', 'payments', 'plans', 'policies', 'policy', 'press', 'profile', 'public',
    'register', 'robots', 'rss', 'service-worker', 'session', 'settings', 'signin', 'signout', 'signup', 'static', 'status', 'subscribe', 'teams', 'tos', 'upload', 'uploads',
    'users', 'well-known',
    -- Names that look official.
    'abuse', 'administration', 'administrator', 'anonymous', 'billing', 'bot', 'ceo', 'community', 'editor', 'editors', 'everyone', 'hello', 'here', 'hostmaster', 'info',
    'mail', 'mailer-daemon', 'mod', 'moderation', 'moderator', 'moderators', 'newline', 'newline-team', 'newline-support', 'no-reply', 'nobody', 'noreply', 'null', 'official',
    'operator', 'owner', 'postmaster', 'root', 'sales', 'security', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'undefined', 'webmaster', 'www'
  ])
$$;
comment on function app_private.is_reserved_name(text) is
  'True for a name that is no username and no first part of a permalink, also with a number after it: routes of the site and names that look official.';

create function app_private.check_username() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.is_reserved_name(new.username) is not false then
    raise exception 'USERNAME_RESERVED' using errcode = 'NL409', detail = jsonb_build_object('username', new.username)::text;
  end if;
  return new;
end $$;
comment on function app_private.check_username() is 'Refuses new usernames that are reserved (NL409).';
create trigger check_username_insert before insert on app_public.users for each row execute function app_private.check_username();
create trigger check_username_update before update of username on app_public.users
  for each row when (new.username is distinct from old.username) execute function app_private.check_username();
