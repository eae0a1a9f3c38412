--! Previous: sha1:bf730ba3aadba9176cd8e7d1e4ab5de5ef06f2a4
--! Hash: sha1:00a14b1e8e3b8753cac465500fd363442331cd71

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
revoke all on function app_private.is_reserved_name(text) from public;

create function app_private.check_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.path ~ '^/(books|courses|articles)/[^/]+$' then return new; end if;
  -- One that is there already is written again with every save, and stays.
  if exists (select from app_public.permalinks p where p.path = new.path) then return new; end if;
  if app_private.is_reserved_name(split_part(new.path, '/', 2)) is not false then
    raise exception 'permalink: % is a URL of the site itself.', new.path using errcode = 'check_violation', constraint = 'permalinks_reserved_check';
  end if;
  return new;
end $$;
comment on function app_private.check_permalink() is 'Refuses new permalinks whose first part is reserved.';
alter table app_public.permalinks drop constraint permalinks_reserved_check, drop constraint permalinks_streams_check;
create trigger check_permalink before insert or update of path on app_public.permalinks for each row execute function app_private.check_permalink();

create function app_private.check_username() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.is_reserved_name(new.username) is not false then
    raise exception 'username: % is reserved. Choose another.', new.username using errcode = 'NL409';
  end if;
  return new;
end $$;
comment on function app_private.check_username() is 'Refuses new usernames that are reserved (NL409).';
create trigger check_username_insert before insert on app_public.users for each row execute function app_private.check_username();
create trigger check_username_update before update of username on app_public.users
  for each row when (new.username is distinct from old.username) execute function app_private.check_username();

create or replace function app_private.free_username(wish text) returns text
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
comment on function app_private.free_username(text) is 'A username that nobody has and that is not reserved: the wish in plain letters, with a number when it is taken.';

-- Reports of comments by one person are counted: moderators read each.
create or replace function app_public.report_comment(comment_id uuid, reason app_public.report_reason, details text default null) returns app_public.comment_reports
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(report_comment.comment_id);
  made app_public.comment_reports;
begin
  if report_comment.reason is null then raise exception 'reason: expected a reason.' using errcode = 'NL400'; end if;
  if entry.user_id = me then raise exception 'Your own comment can be deleted.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  perform pg_advisory_xact_lock(hashtext('reports ' || me));
  if not exists (select from app_public.comment_reports r where r.comment_id = entry.id and r.user_id = me)
    and ((select count(*) from app_public.comment_reports r where r.user_id = me and r.created_at > now() - interval '1 hour') >= 10
      or (select count(*) from app_public.comment_reports r where r.user_id = me and r.created_at > now() - interval '1 day') >= 30) then
    raise exception '10 reports an hour and 30 a day are allowed. Try again later.' using errcode = 'NL429';
  end if;
  insert into app_public.comment_reports as r (comment_id, user_id, reason, details)
    values (entry.id, me, report_comment.reason, nullif(btrim(report_comment.details), ''))
    on conflict (comment_id, user_id) do update set reason = excluded.reason, details = excluded.details
    returning r.* into made;
  if entry.hidden_at is null and (select count(*) from app_public.comment_reports r where r.comment_id = entry.id and r.decided_at is null) >= 3 then
    update app_public.comments c set hidden_at = now() where c.id = entry.id;
  end if;
  return made;
end $$;
comment on function app_public.report_comment(uuid, app_public.report_reason, text) is
  'Reports a comment to the moderators, once a person; a second report replaces the first. After three it is hidden until one of them decides. At most 10 an hour and 30 a day. Errors: LOGIN_REQUIRED, FORBIDDEN for one''s own, NOT_FOUND, BAD_INPUT, CONFLICT, TOO_MANY.';
