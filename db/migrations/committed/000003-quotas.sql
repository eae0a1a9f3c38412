--! Previous: sha1:53eea7edc531fe0c8c4a79da13ba44f5ff95c790
--! Hash: sha1:f1470702b421f0cb87fa9df34c567a9d8b77ce07

-- How often a user did what makes a row or costs others work, in a stretch of time that begins with the first. What has a count of its own
-- (comments, reports, bytes of uploads) keeps it. docs/limits.md lists them all; db/tests/permissions/limits.test.ts holds every table to an answer.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_private.user_quotas (
  user_id uuid,
  kind text check (length(kind) between 1 and 40),
  started_at timestamptz not null default now(),
  used int not null check (used >= 0),
  primary key (user_id, kind)
);
comment on table app_private.user_quotas is 'How often a user did something in the current stretch of time, by kind.';
call app_private.secure_table('app_private.user_quotas');

create function app_private.use_quota(kind text, allowed int, every interval) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_public.current_user_id();
  quota app_private.user_quotas;
begin
  if me is null or app_public.is_admin() then return 0; end if;
  insert into app_private.user_quotas as q (user_id, kind, used) values (me, use_quota.kind, 1)
    on conflict (user_id, kind) do update set
      used = case when q.started_at <= now() - use_quota.every then 1 else least(q.used, use_quota.allowed) + 1 end,
      started_at = case when q.started_at <= now() - use_quota.every then now() else q.started_at end
    returning * into quota;
  if quota.used <= use_quota.allowed then return 0; end if;
  -- A transaction that waited for another's count began before that.
  return ceil(extract(epoch from least(use_quota.every, greatest(interval '1 second', quota.started_at + use_quota.every - now()))));
end $$;
comment on function app_private.use_quota(text, int, interval) is
  'Counts one use by the signed-in user and returns 0, or the seconds to wait when the quota is used up. The server''s own work and administrators are not counted.';

create function app_private.count_new_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.use_quota(tg_argv[0], tg_argv[1]::int, interval '1 day') > 0 then
    raise exception 'DAILY_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', tg_argv[1]::int, 'resource', tg_argv[0])::text;
  end if;
  return new;
end $$;
comment on function app_private.count_new_row() is
  'trigger: a user writes rows of a kind so often a day (NL429). Arguments: what they are called, and how many.';

create function app_private.trim_article_revisions(article uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with aged as (
    select r.id, r.version, r.published_at is not null as is_published, row_number() over (order by r.version desc) as age,
      coalesce(lead(r.created_at) over (order by r.version) < r.created_at + interval '5 minutes', false) as is_followed_soon
    from app_public.article_revisions r where r.article_id = article
  ), ranked as (
    select a.id, row_number() over (partition by a.is_published order by a.age <= 50 desc, a.is_followed_soon, a.version desc) as place from aged a
  )
  delete from app_public.article_revisions r using ranked k where r.id = k.id and k.place > 100
$$;
comment on function app_private.trim_article_revisions(uuid) is
  'Keeps 100 revisions of a text and 100 that were published: the newest 50, then those that stood for at least five minutes, then the others.';

create function app_private.trim_lesson_revisions(lesson uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with aged as (
    select r.id, r.version, r.published_at is not null as is_published, row_number() over (order by r.version desc) as age,
      coalesce(lead(r.created_at) over (order by r.version) < r.created_at + interval '5 minutes', false) as is_followed_soon
    from app_public.lesson_revisions r where r.lesson_id = lesson
  ), ranked as (
    select a.id, row_number() over (partition by a.is_published order by a.age <= 50 desc, a.is_followed_soon, a.version desc) as place from aged a
  )
  delete from app_public.lesson_revisions r using ranked k where r.id = k.id and k.place > 100
$$;
comment on function app_private.trim_lesson_revisions(uuid) is
  'Keeps 100 revisions of a text and 100 that were published: the newest 50, then those that stood for at least five minutes, then the others.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.use_quota(text, int, interval)
    to %s', worker);
end $$;
