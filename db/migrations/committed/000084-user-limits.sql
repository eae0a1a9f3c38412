--! Previous: sha1:f029841164f336ca66e217adafdb6adf51cd6f13
--! Hash: sha1:9fc1c912e16aca3d32f96ad12d445295e1cf27db

-- A subscription that its provider stopped stays closed until a payment succeeds. Changing its seats or plan there makes an `unpaid` one
-- `past_due` again without a payment, which opened seven days more. Seats that were added are available once they are paid.
alter table app_public.subscriptions
  add column settled_at timestamptz,
  add column checked_at timestamptz;
comment on column app_public.subscriptions.settled_at is E'@behavior -select -orderBy -filterBy\nWhen the provider last said that everything is paid; null before that.';
comment on column app_public.subscriptions.checked_at is E'@behavior -select -orderBy -filterBy\nWhen the site last asked the provider about it without an event, because a payment is missing; null before that.';
create index on app_public.subscriptions (checked_at nulls first) where provider = 'stripe' and status = 'PAST_DUE' and stopped_at is null;

drop function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz);
create function app_private.keep_provider_subscription(provider_id text, checkout_id uuid, state app_public.subscription_status, is_stopped boolean, was_stopped boolean,
  reported timestamptz, seat_count int, cancels boolean, starts timestamptz, ends timestamptz, ended timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  checkout app_private.checkouts;
  is_settled boolean := state in ('ACTIVE', 'TRIALING');
  failed timestamptz := case when state = 'PAST_DUE' then greatest(starts, least(reported, now())) end;
  stopped timestamptz := case when is_settled is not true and (is_stopped or was_stopped) then now() end;
begin
  update app_public.subscriptions s set status = state, cancels_at_period_end = cancels, period_starts_at = starts, period_ends_at = ends,
    seats = case when s.kind <> 'TEAM' then 1 when state = 'PAST_DUE' then least(s.seats, seat_count) else seat_count end,
    ended_at = case when state = 'ENDED' then coalesce(ended, s.ended_at, now()) end,
    payment_failed_at = case when state = 'PAST_DUE' then least(s.payment_failed_at, failed) end,
    -- A stop that is reported late counts unless everything was paid after it. Stripe's times are whole seconds.
    stopped_at = case when is_settled then null
      when is_stopped or reported is null or s.settled_at is null or reported >= date_trunc('second', s.settled_at) then coalesce(s.stopped_at, stopped)
      else s.stopped_at end,
    settled_at = case when is_settled then now() else s.settled_at end
    where s.provider_subscription_id = provider_id;
  if found then return true; end if;
  select c.* into checkout from app_private.checkouts c where c.id = checkout_id and c.plan_id is not null;
  if not found then return false; end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, status, seats, cancels_at_period_end, period_starts_at, period_ends_at, ended_at, provider,
      provider_subscription_id, payment_failed_at, stopped_at, settled_at)
    select checkout.user_id, p.id, p.kind, state,
      case when p.kind <> 'TEAM' then 1 when state = 'PAST_DUE' then least(checkout.seats, seat_count) else seat_count end, cancels, starts, ends,
      case when state = 'ENDED' then coalesce(ended, now()) end, 'stripe', provider_id, failed, stopped, case when is_settled then now() end
    from app_public.plans p where p.id = checkout.plan_id;
  update app_private.checkouts c set completed_at = now() where c.id = checkout.id and c.completed_at is null;
  return true;
end $$;
comment on function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) is
  'Stores a subscription as its provider has it now. was_stopped: the event says that it was unpaid or paused; reported is when the provider noted the event. False when nobody here began it.';

create function app_private.claim_missing_payments() returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.subscriptions s set checked_at = now() where s.id in (
    select d.id from app_public.subscriptions d
    where d.provider = 'stripe' and d.status = 'PAST_DUE' and d.stopped_at is null and (d.checked_at is null or d.checked_at < now() - interval '6 hours')
      and app_private.paid_until(d) > now()
    order by d.checked_at nulls first limit 20 for update skip locked)
  returning s.provider_subscription_id
$$;
comment on function app_private.claim_missing_payments() is
  'Subscriptions that are open although a payment is missing, each at most every six hours. The job asks the provider about them: an event can be lost, and before 000074 a stopped one was stored as PAST_DUE.';

revoke all on function app_private.claim_missing_payments(),
  app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.claim_missing_payments(),
      app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) to newline_worker;
  end if;
end $$;

-- How often a user did what makes a row or costs others work, in a stretch of time that begins with the first. What has a count of its own
-- (comments, reports, bytes of uploads) keeps it. docs/limits.md lists them all; db/tests/permissions/limits.test.ts holds every table to an answer.
create table app_private.user_quotas (
  user_id uuid not null references app_public.users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
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
    raise exception 'You''ve reached the limit of % % a day. Try again tomorrow.', btrim(to_char(tg_argv[1]::int, '999,999')), tg_argv[0] using errcode = 'NL429';
  end if;
  return new;
end $$;
comment on function app_private.count_new_row() is 'trigger: a user writes so many rows of a kind a day (NL429). Arguments: what they are called, and how many.';
create trigger count_new_row before insert on app_private.checkouts for each row execute function app_private.count_new_row('checkouts', '60');
create trigger count_new_row before insert on app_public.lessons for each row execute function app_private.count_new_row('new lessons', '5000');
create trigger count_new_row before insert on app_public.course_sections for each row execute function app_private.count_new_row('new sections', '2000');
create trigger count_new_row before insert on app_public.clips for each row execute function app_private.count_new_row('new clips', '2000');
create trigger count_new_row before insert on app_public.permalinks for each row execute function app_private.count_new_row('new URLs', '500');
create trigger count_new_row before insert on app_private.former_lesson_slugs for each row execute function app_private.count_new_row('changed lesson URLs', '2000');
-- Each makes a row of comment_events, which stays for an hour, also when it is taken back.
create trigger count_new_row before insert on app_public.comment_reactions for each row execute function app_private.count_new_row('reactions', '2000');

-- Uploads: files are counted beside their bytes.
create or replace function app_public.begin_upload(file text, byte_count int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  budget app_private.upload_budgets;
  wait int;
begin
  insert into app_private.upload_budgets (user_id) values (me) on conflict do nothing;
  -- Locked until the end, so that uploads of one person begin one after another.
  select * into budget from app_private.upload_budgets b where b.user_id = me for update;
  if budget.started_at <= now() - interval '1 day' then
    budget.started_at := now();
    budget.byte_count := 0;
  end if;
  if (select count(*) from app_private.unkept_files u where u.user_id = me and u.due_at > now()) >= 2 then return 1; end if;
  if budget.byte_count + begin_upload.byte_count > 200000000 then
    return ceil(extract(epoch from budget.started_at + interval '1 day' - now()));
  end if;
  wait := app_private.use_quota('uploads', 2000, interval '1 day');
  if wait > 0 then return wait; end if;
  update app_private.upload_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_upload.byte_count
    where b.user_id = me;
  insert into app_private.unkept_files (file, user_id, due_at) values (begin_upload.file, me, now() + interval '10 minutes');
  return 0;
end $$;
comment on function app_public.begin_upload(text, int) is
  E'@behavior -*\nAdmits an upload of the signed-in user: two at the same time, 200 MB and 2,000 files in 24 hours, refused ones too. Returns 0, or the seconds to wait.';

create or replace function app_public.begin_video(playback_id text, name text, byte_count bigint, provider text,
  lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, budget_bytes bigint) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  place record;
  budget app_private.video_budgets;
  wait int;
begin
  select * into place from app_private.video_place(begin_video.lesson_id, begin_video.clip_id, begin_video.course_id, begin_video.book_id);
  insert into app_private.video_budgets (user_id) values (me) on conflict do nothing;
  -- Locked until the end, so that uploads of one person begin one after another.
  select * into budget from app_private.video_budgets b where b.user_id = me for update;
  if budget.started_at <= now() - interval '1 day' then
    budget.started_at := now();
    budget.byte_count := 0;
  end if;
  if budget.byte_count + begin_video.byte_count > budget_bytes then
    return greatest(1, ceil(extract(epoch from budget.started_at + interval '1 day' - now())));
  end if;
  wait := app_private.use_quota('videos', 200, interval '1 day');
  if wait > 0 then return wait; end if;
  update app_private.video_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_video.byte_count where b.user_id = me;
  -- One at a time for a place: what was begun there before and is not playing comes to nothing.
  delete from app_public.videos v where v.loose_since is not null and v.status <> 'READY'
    and v.lesson_id is not distinct from begin_video.lesson_id and v.clip_id is not distinct from begin_video.clip_id
    and v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id;
  insert into app_public.videos (playback_id, owner_id, course_id, book_id, lesson_id, clip_id, provider, video_url, name, byte_count)
    values (begin_video.playback_id, me, place.item_course_id, place.item_book_id, begin_video.lesson_id, begin_video.clip_id, begin_video.provider,
      'local:' || begin_video.playback_id, begin_video.name, begin_video.byte_count);
  return 0;
end $$;
comment on function app_public.begin_video(text, text, bigint, text, uuid, uuid, uuid, uuid, bigint) is
  E'@behavior -*\nAdmits the upload of a video for a place that the signed-in user writes. Returns 0, or the seconds to wait when the bytes of the day or 200 videos are used up.';

-- Changes of comments: each can notify people. A comment notifies ten by their names in all, however often it is changed.
create or replace function app_private.edit_comment(comment uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
  wait int;
begin
  if entry.user_id is distinct from me then raise exception 'Only its author may edit a comment.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  if entry.hidden_at is not null then raise exception 'The comment waits for a moderator.' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  if entry.body_delta <> body then
    wait := app_private.use_quota('comment edits', 100, interval '1 hour');
    if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
    update app_public.comments c set body_delta = body, body_markdown = markdown, body_html = html, body_drawings = drawn, drawn_by = drawer,
      edited = true, edited_at = clock_timestamp() where c.id = entry.id;
    perform app_private.keep_attachments(entry.id, body);
    perform app_private.tell_people(entry.id, mentions);
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_private.tell_people(comment uuid, mentions text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments;
  thread app_public.discussions;
begin
  select * into entry from app_public.comments c where c.id = comment;
  select * into thread from app_public.discussions d where d.id = entry.discussion_id;
  insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id)
  select distinct on (r.person) r.person, r.kind::app_public.notice_kind, thread.id, entry.id, entry.user_id
  from (
    (select u.id as person, 'MENTION' as kind, 1 as weight from app_public.users u
      where u.username = any (mentions[1:10]) and not exists (select from app_public.notices n where n.user_id = u.id and n.comment_id = entry.id)
      limit greatest(0, 10 - (select count(*) from app_public.notices n where n.comment_id = entry.id and n.kind = 'MENTION')))
    union all
    -- What is edited tells only those whom it names now.
    select coalesce(
        (select p.user_id from app_public.comments p where p.id = entry.parent_id),
        (select f.user_id from app_public.comments f where f.discussion_id = thread.id and entry.parent_id is null order by f.created_at, f.id limit 1)), 'REPLY', 2
      where not entry.edited
    union all select f.user_id, 'REPLY', 2 from app_public.discussion_follows f where f.discussion_id = thread.id and f.is_followed and not entry.edited
    union all
    select c.user_id, 'QUESTION', 3 from app_public.contributions c
      left join app_public.lessons l on l.id = thread.lesson_id
      left join app_public.clips k on k.id = thread.clip_id
      where c.title = 'AUTHOR' and not entry.edited and entry.parent_id is null
        and (c.course_id = coalesce(l.course_id, k.course_id) or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = thread.article_id)
        and entry.user_id not in (select app_private.answerers(thread.id))) r
  where r.person <> entry.user_id
    and not exists (select from app_public.discussion_follows f where f.user_id = r.person and f.discussion_id = thread.id and f.is_followed = false)
    and app_private.person_sees(r.person, thread.lesson_id, thread.article_id, thread.clip_id)
  order by r.person, r.weight
  on conflict (user_id, comment_id, kind) do nothing;
end $$;

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

create or replace function app_private.add_revision(article uuid, title text, body jsonb, texts text[], free int, session_id uuid, sequence int, restored int) returns app_public.article_revisions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added app_public.article_revisions;
begin
  insert into app_public.article_revisions as r (article_id, version, user_id, title, words_count, restored_version)
    values (article, coalesce((app_private.newest_revision(article)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.article_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(article, body);
  perform app_private.trim_article_revisions(article);
  return added;
end $$;

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

create or replace function app_private.add_lesson_revision(lesson uuid, title text, body jsonb, texts text[], free int, session_id uuid, sequence int, restored int) returns app_public.lesson_revisions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added app_public.lesson_revisions;
begin
  insert into app_public.lesson_revisions as r (lesson_id, version, user_id, title, words_count, restored_version)
    values (lesson, coalesce((app_private.newest_lesson_revision(lesson)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.lesson_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(lesson, body);
  perform app_private.trim_lesson_revisions(lesson);
  return added;
end $$;

create or replace function app_private.record_lesson_title() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(new.id);
  added uuid;
begin
  if newest.id is null or newest.title = new.title then return null; end if;
  insert into app_public.lesson_revisions as r (lesson_id, version, user_id, title, words_count, published_at)
    values (new.id, newest.version + 1, app_public.current_user_id(), new.title, newest.words_count, case when newest.published_at is not null then now() end)
    returning r.id into added;
  insert into app_private.lesson_revision_texts (revision_id, body_delta, block_lengths, free_blocks)
    select added, b.body_delta, b.block_lengths, b.free_blocks from app_private.lesson_revision_texts b where b.revision_id = newest.id;
  perform app_private.trim_lesson_revisions(new.id);
  return null;
end $$;

create or replace function app_private.own_private_data() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'account', (select jsonb_agg(jsonb_build_object('provider', a."providerId", 'accountId', a."accountId", 'scope', a."scope", 'createdAt', a."createdAt") order by a."createdAt")
      from auth."account" a where a."userId" = me.id),
    'session', (select jsonb_agg(jsonb_build_object('ipAddress', s."ipAddress", 'userAgent', s."userAgent", 'createdAt', s."createdAt", 'expiresAt', s."expiresAt") order by s."createdAt")
      from auth."session" s where s."userId" = me.id),
    'user', (select jsonb_agg(to_jsonb(u)) from auth."user" u where u."id" = me.id),
    'newsletter_subscribers', (select jsonb_agg(to_jsonb(n) - 'token_hash') from app_private.newsletter_subscribers n
      join auth."user" u on u."email" = n.email and u."emailVerified" where u."id" = me.id),
    'checkouts', (select jsonb_agg(to_jsonb(c) order by c.created_at) from app_private.checkouts c where c.user_id = me.id),
    'billing_customers', (select jsonb_agg(to_jsonb(b)) from app_private.billing_customers b where b.user_id = me.id),
    'notice_mails', (select jsonb_agg(to_jsonb(m) - 'key' order by m.created_at) from app_private.notice_mails m where m.user_id = me.id),
    'upload_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.upload_budgets b where b.user_id = me.id),
    'user_quotas', (select jsonb_agg(to_jsonb(q) order by q.kind) from app_private.user_quotas q where q.user_id = me.id),
    'video_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.video_budgets b where b.user_id = me.id),
    'deleted_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', d.comment_id, 'body_markdown', d.body_markdown, 'deleted_at', d.deleted_at))
      from app_private.deleted_comment_bodies d join app_public.comments c on c.id = d.comment_id where c.user_id = me.id),
    'hidden_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', h.comment_id, 'body_markdown', h.body_markdown))
      from app_private.hidden_comment_bodies h join app_public.comments c on c.id = h.comment_id where c.user_id = me.id))
  from (select app_public.current_user_id() as id) me
$$;

-- Sessions: signing in with the right password is not counted.
create function auth.trim_sessions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  oldest timestamptz := (select o."createdAt" from auth."session" o where o."userId" = new."userId" order by o."createdAt" desc offset 1000 limit 1);
begin
  if oldest is not null then delete from auth."session" s where s."userId" = new."userId" and s."createdAt" <= oldest; end if;
  return null;
end $$;
comment on function auth.trim_sessions() is 'trigger: a user has the newest 1,000 of their sessions.';
create trigger session_trim after insert on auth."session" for each row execute function auth.trim_sessions();

revoke all on function app_private.use_quota(text, int, interval), app_private.count_new_row(), app_private.trim_article_revisions(uuid),
  app_private.trim_lesson_revisions(uuid), auth.trim_sessions() from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.use_quota(text, int, interval) to newline_worker;
  end if;
end $$;
